import { createContext, useContext } from "react";
import type { Mark } from "./marks.ts";

/** Gives the parts of a text that answer what was asked for. */
export const MarksContext = createContext<(text: string) => readonly Mark[]>(() => []);

/** A text with the parts marked that answer what was asked for. */
export function Marked({ text }: { text: string }) {
  const marks = useContext(MarksContext)(text);
  if (marks.length === 0) return text;
  return marks.map(({ start, end }, at) => (
    <span key={start}>
      {text.slice(marks[at - 1]?.end ?? 0, start)}
      <mark>{text.slice(start, end)}</mark>
      {at === marks.length - 1 && text.slice(end)}
    </span>
  ));
}
