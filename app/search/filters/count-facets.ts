import { type FacetField, type NameField, nameFields, recordOf } from "../../../catalogue/fields.ts";
import type { Language } from "../../../catalogue/language.ts";
import { filterFor, hasTaste } from "./filter-coffees.ts";
import { limitText, type SearchQuery } from "../search-query.ts";
import { foldValue } from "../../words/text/fold.ts";
import type { SearchItem } from "./search-item.ts";
import type { Name, Names, NamesOfFields } from "./match-names.ts";

/**
 * An option of a facet: its first spelling, and the number of coffees with it. If a name occurs in both scripts, the
 * spelling in the page's language, with both in `name`.
 */
export type FacetValue = Readonly<{ value: string; count: number; name?: Name }>;

/** The options of each facet, counted with all other conditions applied. */
export type Facets = Readonly<
  Record<FacetField, readonly FacetValue[]> & {
    /** The lowest and highest price among coffees that meet the other conditions; undefined if none has a price. */
    prices: Readonly<{ lowest: number; highest: number }> | undefined;
  }
>;

/** The most options of a field, and the most characters of all its options together. */
const [valuesAtMost, charactersAtMost] = [200, 10_000];

/** Counts the options in a list, which a text search may have narrowed. */
export function countFacets(
  list: readonly SearchItem[],
  query: SearchQuery,
  names: NamesOfFields,
  language: Language,
): Facets {
  const others = (condition: FacetField | "price") => list.filter(filterFor(query, names, condition));
  const values = (field: NameField) => namesOf(others(field), field, query[field], names[field], language);
  return {
    ...recordOf(nameFields, values),
    taste: tastesOf(others("taste"), query.taste),
    prices: pricesOf(others("price")),
  };
}

function namesOf(
  list: readonly SearchItem[],
  field: NameField,
  chosen: string,
  names: Names,
  language: Language,
): readonly FacetValue[] {
  const counts = new Map<string | Name, number>();
  const values = new Map<string | Name, string>();
  for (const { coffee, values: folded } of list) {
    const key = names.get(folded[field]) ?? folded[field];
    if (!counts.has(key)) values.set(key, coffee[field]);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const valueOf = (key: string | Name, spelled: string): FacetValue =>
    typeof key === "string"
      ? { value: limitText(spelled), count: counts.get(key) ?? 0 }
      : { value: key[language], count: counts.get(key) ?? 0, name: key };
  values.delete("");
  const folded = foldValue(chosen);
  const chosenKey = names.get(folded) ?? folded;
  if (folded !== "") values.set(chosenKey, values.get(chosenKey) ?? chosen);
  const all = Array.from(values, ([key, spelled]) => valueOf(key, spelled));
  return firstOf(all, folded === "" ? -1 : Array.from(values.keys()).indexOf(chosenKey));
}

/** The most frequent options, ties in the order of the list. The chosen one is always included. */
function firstOf(values: readonly FacetValue[], chosenAt: number): readonly FacetValue[] {
  const chosen = values[chosenAt];
  const sorted = [...values].sort((one, other) => other.count - one.count);
  const first = sorted.slice(0, valuesThatFit(sorted));
  if (!chosen || first.includes(chosen)) return first;
  return [...first.slice(0, valuesAtMost - 1), chosen];
}

/**
 * The taste options. If a word only occurs in one pair, such as "date palm", the pair is offered; otherwise the single
 * words are.
 */
function tastesOf(list: readonly SearchItem[], chosen: string): readonly FacetValue[] {
  const counts = new Map<string, number>();
  for (const { tastes } of list) for (const term of tastes.offered) counts.set(term, (counts.get(term) ?? 0) + 1);
  const [words, pairs]: [string[], string[]] = [[], []];
  for (const term of counts.keys()) (/[ -]/.test(term) ? pairs : words).push(term);
  if (pairs.length > 0)
    for (const { tastes } of list)
      for (const term of tastes.inner) {
        const count = counts.get(term);
        if (count !== undefined) counts.set(term, count + 1);
      }
  const wordsInPairs = new Set<string>();
  const isWhole = (pair: string) => {
    const parts = pair.split(/[ -]+/).filter((word) => counts.get(word) === counts.get(pair));
    for (const word of parts) wordsInPairs.add(word);
    return parts.length > 0;
  };
  const offeredTerms = new Set([...pairs.filter(isWhole), ...words.filter((word) => !wordsInPairs.has(word))]);
  const values = Array.from(counts, ([value, count]) => ({ value, count })).filter(({ value }) =>
    offeredTerms.has(value),
  );
  const folded = foldValue(chosen);
  if (folded === "") return firstOf(values, -1);
  const at = values.findIndex(({ value }) => value === folded);
  if (at !== -1) return firstOf(values, at);
  const found = { value: limitText(chosen), count: list.filter((item) => hasTaste(item, folded)).length };
  return firstOf([...values, found], values.length);
}

function valuesThatFit(sorted: readonly FacetValue[]): number {
  let characters = 0;
  const end = sorted.findIndex(
    ({ value }, at) => (characters += value.length) > charactersAtMost || at === valuesAtMost,
  );
  return end === -1 ? sorted.length : end;
}

function pricesOf(list: readonly SearchItem[]): Facets["prices"] {
  let [lowest, highest] = [Infinity, -Infinity];
  for (const { price } of list) {
    if (price === undefined) continue;
    if (price < lowest) lowest = price;
    if (price > highest) highest = price;
  }
  return lowest === Infinity ? undefined : { lowest, highest };
}
