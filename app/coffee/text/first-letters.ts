import { withEllipsis } from "../../../catalogue/with-ellipsis.ts";
import { letterStarts } from "../../words/text/letter-starts.ts";

/** The beginning of a text: so many letters at most, with an ellipsis where more would follow. No letter is torn from its signs. */
export function firstLetters(text: string, atMost: number): string {
  if (text.length <= atMost) return text;
  let letters = 0;
  for (const { index } of letterStarts(text)) {
    if (letters === atMost) return withEllipsis(text.slice(0, index));
    letters += 1;
  }
  return text;
}
