import { createContext, useContext } from "react";
import type { CoffeeFields } from "../../../catalogue/coffee.ts";
import { languageOf } from "../../words/language/language-of.ts";
import { useWords } from "../../words/words.tsx";
import type { Mark } from "./marks.ts";
import type { MatchReason } from "../words/word-index.ts";

/** What cards show of a search result. */
export type Highlights = Readonly<{
  /** The parts of a text that match the query. */
  marksIn: (text: string) => readonly Mark[];
  /** The matching field, if the card does not show it. */
  reason: (coffee: CardFields) => MatchReason | undefined;
}>;
export type CardFields = CoffeeFields & Readonly<{ _id?: string }>;

export const noHighlights: Highlights = { marksIn: () => [], reason: () => undefined };
export const HighlightsContext = createContext(noHighlights);

/** A text with the matching parts highlighted. */
export function Marked({ text }: { text: string }) {
  const marks = useContext(HighlightsContext).marksIn(text);
  if (marks.length === 0) return text;
  return marks.map(({ start, end }, at) => (
    <span key={start}>
      {text.slice(marks[at - 1]?.end ?? 0, start)}
      <mark>{text.slice(start, end)}</mark>
      {at === marks.length - 1 && text.slice(end)}
    </span>
  ));
}

/** Shows the matching field and a piece of its text, if the card does not show it. */
export function MatchReasonText({ coffee }: { coffee: CardFields }) {
  const why = useContext(HighlightsContext).reason(coffee);
  const { coffee: words, language } = useWords();
  if (!why) return null;
  return (
    <p className="coffee-card-why">
      {words.fields[why.field]}:{" "}
      <span lang={languageOf(why.text, language)}>
        <Marked text={why.text} />
      </span>
    </p>
  );
}
