/**
 * Where a photo can be shown from, or undefined. Any text may stand in the field, but only http, https, an image in the
 * address itself, and a path of our own are ever asked for.
 */
export function photoSource(photo: string): string | undefined {
  const source = photo.trim();
  const isAddress = /^https?:\/\/./i.test(source) && URL.canParse(source);
  const isImageData = /^data:image\//i.test(source);
  // Browsers leave tabs and line ends out of an address, wherever they stand.
  const isOwnPath = /^\/(?![/\\])/.test(source.replaceAll(/[\t\n\r]/g, ""));
  return isAddress || isImageData || isOwnPath ? source : undefined;
}
