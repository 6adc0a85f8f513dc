/** The language that a visitor's text shows itself to be in: Bangla by its script; of any other nothing is known. */
export function languageOf(text: string): "bn" | undefined {
  return /[\u0980-\u09ff]/.test(text) ? "bn" : undefined;
}
