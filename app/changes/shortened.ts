const lettersAtMost = 60;

/** The start of a text that would be tiring to hear in full. No letter is torn from its signs. */
export function shortened(text: string): string {
  let letters = 0;
  for (const { index } of new Intl.Segmenter("en").segment(text)) {
    if (letters === lettersAtMost) return `${text.slice(0, index).trimEnd()}…`;
    letters += 1;
  }
  return text;
}
