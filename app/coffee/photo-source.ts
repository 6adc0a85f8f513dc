/** An address of http or https with a host, or an IPv6 address, and perhaps a port. */
const address = /^https?:\/\/(?:\[[\da-f:.]+\]|[^\s\p{Cc}"%#/:<>?@[\\\]^`{|}]+)(?::[0-6]?\d{0,4})?(?![^#/?\\])/iu;

/**
 * Where a photo can be shown from, or undefined. Any text may stand in the field, but only http, https, an image in the
 * address itself, and a path of our own are ever asked for. A pattern decides, not `URL`: browsers differ in which hosts `URL`
 * accepts, and where the server and the browser disagree, React discards the server's document.
 */
export function photoSource(photo: string): string | undefined {
  const source = photo.trim();
  const isImageData = /^data:image\//i.test(source);
  // Browsers leave tabs and line ends out of an address, wherever they stand.
  const isOwnPath = /^\/(?![/\\])/.test(source.replaceAll(/[\t\n\r]/g, ""));
  return address.test(source) || isImageData || isOwnPath ? source : undefined;
}
