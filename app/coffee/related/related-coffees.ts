import type { Coffee } from "../../../catalogue/coffee.ts";
import { foldValue } from "../../words/text/fold.ts";
import { tasteTerms } from "../../search/filters/taste-terms.ts";
import { createContext } from "react-router";

export type Neighbour = Pick<Coffee, "_id" | "name">;
type SimilarCoffee = Pick<Coffee, "_id" | "name" | "photo" | "price">;

/** The coffees before and after one, and up to three similar ones. */
export type RelatedCoffees = Readonly<{
  previous: Neighbour | undefined;
  next: Neighbour | undefined;
  alike: readonly SimilarCoffee[];
}>;

/** Undefined if the list lacks the coffee. A coffee that is not in `order` gets its neighbours in the list. */
export function relatedCoffees(
  list: readonly Coffee[],
  id: string,
  order: readonly Coffee[] = list,
): RelatedCoffees | undefined {
  const place = placeOf(list, id);
  if (place === -1) return undefined;
  const ordered = placeOf(order, id) === -1 ? list : order;
  const at = placeOf(ordered, id);
  return { previous: at > 0 ? ordered[at - 1] : undefined, next: ordered[at + 1], alike: similarTo(list, place) };
}

function placeOf(list: readonly Coffee[], id: string): number {
  return list.findIndex(({ _id }) => _id === id);
}

const similarLimit = 3;

/**
 * Coffees of the same category first, then others that share a word of the taste, those with more shared words first.
 * Ties go to the next coffees in the list, so that not every coffee of a category shows the same three.
 */
function similarTo(list: readonly Coffee[], place: number): readonly Coffee[] {
  const { category, taste } = list[place] ?? { category: "", taste: "" };
  const words = tasteTerms(taste).offered.filter((term) => !/[ -]/.test(term));
  const others = [...list.slice(place + 1), ...list.slice(0, place)];
  const isSame = sameValue(category);
  const near = bySharedWords(
    others.filter((other) => isSame(other.category)),
    words,
    0,
  );
  if (near.length >= similarLimit) return near.slice(0, similarLimit);
  const far = bySharedWords(
    others.filter((other) => !isSame(other.category)),
    words,
    1,
  );
  return [...near, ...far].slice(0, similarLimit);
}

/** Compares values with one, ignoring case and spacing. Results are cached by value. */
function sameValue(value: string): (other: string) => boolean {
  const folded = foldValue(value);
  const cache = new Map([["", false]]);
  return (other) => {
    let isSame = cache.get(other);
    if (isSame === undefined) cache.set(other, (isSame = folded !== "" && foldValue(other) === folded));
    return isSame;
  };
}

function bySharedWords(coffees: readonly Coffee[], words: readonly string[], atLeast: number): readonly Coffee[] {
  const shared = coffees.map((coffee) => ({
    coffee,
    count: countIn(coffee.taste.normalize("NFC").toLowerCase(), words),
  }));
  return shared
    .filter(({ count }) => count >= atLeast)
    .sort((one, other) => other.count - one.count)
    .map(({ coffee }) => coffee);
}

/** How many of the words occur in the text as whole words. */
function countIn(text: string, words: readonly string[]): number {
  return words.filter((word) => {
    for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1))
      if (!isLetter(text[at - 1]) && !isLetter(text[at + word.length])) return true;
    return false;
  }).length;
}

function isLetter(unit = ""): boolean {
  return /[\p{L}\p{M}]/u.test(unit);
}

/** Finds related coffees on the server, if that is cheap. The server sets it for each document. */
export const relatedCoffeesContext = createContext<(id: string) => Promise<RelatedCoffees | undefined>>();
