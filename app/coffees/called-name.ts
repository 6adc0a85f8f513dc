/** What controls call a coffee, which may have no name. */
export function calledName(name: string): string {
  return name.trim() === "" ? "unnamed coffee" : name;
}

const lettersAtMost = 60;

/** What sentences call a coffee: its name, or as much of it as is read in one breath. No letter is torn from its signs. */
export function nameInWords(name: string): string {
  const called = calledName(name);
  let letters = 0;
  for (const { index } of new Intl.Segmenter("en").segment(called)) {
    if (letters === lettersAtMost) return `${called.slice(0, index).trimEnd()}…`;
    letters += 1;
  }
  return called;
}
