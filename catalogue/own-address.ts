/**
 * The text of a photo without its blanks and, where it is an address of this shop, without the shop's own address:
 * `/photographs/latte.jpg` for `https://shop.example/photographs/latte.jpg`. `publicUrl` is the shop's address without a
 * slash at its end, or empty where it is not known.
 */
export function withoutOwnAddress(photo: string, publicUrl: string): string {
  const text = photo.trim();
  const path = text.startsWith(publicUrl) ? text.slice(publicUrl.length) : "";
  // After two slashes the rest would be the address of another host.
  return /^\/[^/\\\t\r\n]/.test(path) ? path : text;
}
