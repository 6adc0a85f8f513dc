/**
 * What a spreadsheet may take for the beginning of a formula, full-width forms included, and what it may pass over before
 * that: blanks, controls, marks that take no room, quotes. https://owasp.org/www-community/attacks/CSV_Injection
 */
const sign = String.raw`[=+\-@＝＋－＠]`;
const skippedCharacters = String.raw`['"\s\u0000-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u2060-\u2064]`;

const dangerousStart = new RegExp(String.raw`^(?:${skippedCharacters}*${sign}|'*[\t\r\n])`);
/** All that is passed over before a sign, from its first character: so each character is looked at once. */
const beforeSign = new RegExp(`(?<!${skippedCharacters})${skippedCharacters}*(?=${sign})`, "g");

/**
 * The text with an apostrophe wherever a formula could begin, so that a spreadsheet shows it and runs nothing: where its
 * cell begins, and where one would begin for a spreadsheet that takes semicolons, tabs or the line ends inside of quotes
 * for the ends of cells.
 */
export function guardFormulas(text: string): string {
  const guarded = text.replace(beforeSign, (skipped: string, at: number) => {
    const start = text.charAt(at - 1) === ";" ? "'" : "";
    return start + skipped.replace(/[\t\r\n]/g, "$&'");
  });
  return dangerousStart.test(text) ? `'${guarded}` : guarded;
}

/** The text that was given to `guardFormulas`, whatever it was. */
export function unguardFormulas(cell: string): string {
  const text = cell.replace(beforeSign, (skipped: string, at: number) => {
    const inside = skipped.replace(/([\t\r\n])'/g, "$1");
    return cell.charAt(at - 1) === ";" ? inside.replace(/^'/, "") : inside;
  });
  return text.startsWith("'") && dangerousStart.test(text) ? text.slice(1) : text;
}
