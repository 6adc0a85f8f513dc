import { wellFormed } from "../../../catalogue/text/well-formed.ts";
import { wordsIn } from "../words/words-in.ts";

/** Characters before the match, and in all. */
const [charactersBefore, charactersAtMost] = [24, 90];

/** A piece of a text around the word at an offset, cut between words, in one line. */
export function snippetAround(text: string, place: number): string {
  const words = wordsIn(text);
  const from =
    place <= charactersBefore ? 0 : (words.find(({ start }) => start >= place - charactersBefore)?.start ?? 0);
  const last = from + charactersAtMost;
  const whole = words.filter(({ end }) => end <= last).at(-1)?.end ?? 0;
  const to = text.length <= last ? text.length : whole > place ? whole : last;
  const piece = wellFormed(text.slice(from, to).replace(/\s+/g, " ").trim());
  return `${from > 0 ? "…" : ""}${piece}${to < text.length ? "…" : ""}`;
}
