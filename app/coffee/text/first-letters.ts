import { withEllipsis } from "../../../catalogue/text/with-ellipsis.ts";
import { letterStarts } from "../../words/text/letter-starts.ts";

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
