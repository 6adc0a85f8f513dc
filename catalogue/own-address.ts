/**
 * The text of a photo, trimmed, and without the shop's own address: `/photographs/latte.jpg` for
 * `https://shop.example/photographs/latte.jpg`. `publicUrl` has no slash at its end; it is empty if not set.
 */
export function withoutOwnAddress(photo: string, publicUrl: string): string {
  const text = photo.trim();
  const path = text.startsWith(publicUrl) ? text.slice(publicUrl.length) : "";
  // A path that begins with two slashes would be the address of another host.
  return /^\/[^/\\\t\r\n]/.test(path) ? path : text;
}
