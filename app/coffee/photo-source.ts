/** An http or https URL with a host name or IPv6 address, and optionally a port. */
const address = /^https?:\/\/(?:\[[\da-f:.]+\]|[^\s\p{Cc}"%#/:<>?@[\\\]^`{|}]+)(?::[0-6]?\d{0,4})?(?![^#/?\\])/iu;

/**
 * The URL of a photo if browsers may load it, else undefined. Accepts http, https, image data URLs and paths of this
 * shop. It uses a pattern because browsers differ in which hosts `URL` accepts: if server and browser disagree, React
 * discards the server's document.
 */
export function photoSource(photo: string): string | undefined {
  const source = photo.trim();
  const isImageData = /^data:image\//i.test(source);
  // Browsers remove tabs and line breaks from URLs.
  const isOwnPath = /^\/(?![/\\])/.test(source.replaceAll(/[\t\n\r]/g, ""));
  return address.test(source) || isImageData || isOwnPath ? source : undefined;
}
