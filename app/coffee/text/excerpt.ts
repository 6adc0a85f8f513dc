import { withEllipsis } from "../../../catalogue/text/with-ellipsis.ts";
import { letterStarts } from "../../words/text/letter-starts.ts";

/** Cards show three lines at most, which are far fewer characters. */
const charactersAtMost = 200;

/**
 * Cuts a coffee's text for lists: to 200 UTF-16 units, with an ellipsis if it was longer. Combining marks stay with
 * their letter, unless one letter alone is longer.
 */
export function excerpt(text: string): string {
  if (text.length <= charactersAtMost) return text;
  const start = text.trimStart().slice(0, charactersAtMost);
  const { index = 0 } = [...letterStarts(start)].at(-1) ?? {};
  return withEllipsis(start.slice(0, index || start.length));
}

/**
 * Cuts a text to a number of letters, and adds an ellipsis if it was longer. Combining marks stay with their letter.
 */
export function firstLetters(text: string, atMost: number): string {
  if (text.length <= atMost) return text;
  let letters = 0;
  for (const { index } of letterStarts(text)) {
    if (letters === atMost) return withEllipsis(text.slice(0, index));
    letters += 1;
  }
  return text;
}
