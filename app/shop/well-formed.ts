/** The text with U+FFFD for each half of a surrogate pair that stands alone: `toWellFormed`, which Chrome 100 lacks. */
export function wellFormed(text: string): string {
  return text.replaceAll(/\p{Surrogate}/gu, "\ufffd");
}
