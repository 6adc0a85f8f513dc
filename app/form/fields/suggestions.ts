import type { Coffee } from "../../../catalogue/coffee.ts";
import type { TextField } from "../../../catalogue/fields.ts";

/** Longer texts are not suggested. */
const characterLimit = 80;
const suggestionLimit = 50;

/** The distinct texts of a field, most used first; ties in the order of the list. */
export function commonTexts(coffees: readonly Coffee[], field: TextField): readonly string[] {
  const counts = new Map<string, number>();
  for (const coffee of coffees) {
    const text = coffee[field].trim();
    if (text !== "" && text.length <= characterLimit) counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const sorted = [...counts].sort(([, one], [, other]) => other - one);
  return sorted.slice(0, suggestionLimit).map(([text]) => text);
}
