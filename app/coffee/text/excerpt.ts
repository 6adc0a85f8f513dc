import { withEllipsis } from "../../../catalogue/with-ellipsis.ts";
import { letterStarts } from "../../words/text/letter-starts.ts";

/** Cards show three lines at most: far less than this. */
const charactersAtMost = 200;

/**
 * As much of a coffee's text as lists show: 200 UTF-16 units, with an ellipsis where more follows. No letter is torn from
 * its signs, unless it is longer than that by itself.
 */
export function excerpt(text: string): string {
  if (text.length <= charactersAtMost) return text;
  const start = text.trimStart().slice(0, charactersAtMost);
  const { index = 0 } = [...letterStarts(start)].at(-1) ?? {};
  return withEllipsis(start.slice(0, index || start.length));
}
