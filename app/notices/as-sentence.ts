import type { Words } from "../words/english.ts";

/**
 * A sentence of the dictionary as it reads with a coffee's name in it. What stands in for no name begins it with a capital,
 * and a name with an end of its own, such as "A long na…" or "No. 5.", takes no second stop.
 */
export function asSentence(text: string, { coffee }: Pick<Words, "coffee">): string {
  const capitalised = text.startsWith(coffee.unnamed)
    ? coffee.unnamedHeading + text.slice(coffee.unnamed.length)
    : text;
  return capitalised.replaceAll(/(…|[!?]|\.{3}|[^.।][.।])[.।](?=\s|$)/gu, "$1");
}
