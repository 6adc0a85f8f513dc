/** The request header in which a browser sends its own random key with each write. */
export const browserHeader = "Niceties-Browser";

/** Whether a text is a browser key, as the shop's pages make it: 128 bits in hex. */
export function isBrowserKey(text: unknown): text is string {
  return typeof text === "string" && /^[0-9a-f]{32}$/.test(text);
}
