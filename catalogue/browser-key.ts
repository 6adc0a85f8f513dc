/** The header in which a browser sends a random key of its own along with a write. */
export const browserHeader = "Niceties-Browser";

/** Whether a text is a key of the kind that the shop's pages make: 128 bits in hex. */
export function isBrowserKey(text: unknown): text is string {
  return typeof text === "string" && /^[0-9a-f]{32}$/.test(text);
}
