/**
 * Characters that may begin a formula in a spreadsheet, including full-width forms, and those that it may skip before
 * them: blanks, control characters, zero-width marks and quotes. https://owasp.org/www-community/attacks/CSV_Injection
 */
const sign = String.raw`[=+\-@＝＋－＠]`;
const skippedCharacters = String.raw`['"\s\u0000-\u001f\u007f-\u009f\u00ad\u200b-\u200f\u2060-\u2064]`;

const dangerousStart = new RegExp(String.raw`^(?:${skippedCharacters}*${sign}|'*[\t\r\n])`);
/** Matches everything skipped before such a character, from its start, so that each character is examined once. */
const beforeSign = new RegExp(`(?<!${skippedCharacters})${skippedCharacters}*(?=${sign})`, "g");

/**
 * Inserts an apostrophe wherever a formula could begin, so that a spreadsheet shows the text and runs nothing. That is
 * at the start of the cell, and after characters that a spreadsheet may take for the end of a cell: semicolons, tabs,
 * and line ends inside quotes.
 */
export function guardFormulas(text: string): string {
  const guarded = text.replace(beforeSign, (skipped: string, at: number) => {
    const start = text.charAt(at - 1) === ";" ? "'" : "";
    return start + skipped.replace(/[\t\r\n]/g, "$&'");
  });
  return dangerousStart.test(text) ? `'${guarded}` : guarded;
}

/** Reverses `guardFormulas`, for every text. */
export function unguardFormulas(cell: string): string {
  const text = cell.replace(beforeSign, (skipped: string, at: number) => {
    const inside = skipped.replace(/([\t\r\n])'/g, "$1");
    return cell.charAt(at - 1) === ";" ? inside.replace(/^'/, "") : inside;
  });
  return text.startsWith("'") && dangerousStart.test(text) ? text.slice(1) : text;
}
