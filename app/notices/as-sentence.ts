import type { Words } from "../words/english.ts";

/**
 * Corrects a sentence after a coffee's name is inserted: "unnamed coffee" at the start gets a capital, and a name that
 * ends in punctuation, such as "A long na…" or "No. 5.", gets no second full stop.
 */
export function asSentence(text: string, { coffee }: Pick<Words, "coffee">): string {
  const capitalised = text.startsWith(coffee.unnamed)
    ? coffee.unnamedHeading + text.slice(coffee.unnamed.length)
    : text;
  return capitalised.replaceAll(/(…|[!?]|\.{3}|[^.।][.।])[.।](?=\s|$)/gu, "$1");
}
