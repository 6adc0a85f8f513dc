/** Replaces lone surrogates with U+FFFD, as `toWellFormed` does, which Chrome 100 lacks. */
export function wellFormed(text: string): string {
  return text.replaceAll(/\p{Surrogate}/gu, "\ufffd");
}
