import type { Coffee } from "../../catalogue/coffee.ts";
import type { Language } from "../../catalogue/language.ts";
import { coffeesInDocument, fittingDocument } from "../list/coffees-in-document.ts";
import { coffeesById, reuseSame } from "../list/same-coffees.ts";
import type { Facets } from "./filters/count-facets.ts";
import type { SearchQuery } from "./search-query.ts";
import { Finder } from "./finder.ts";
import type { MatchReason } from "./words/word-index.ts";

/** A list that is searched on the server. */
export type SearchableList = Readonly<{
  /** As much of each coffee as a search reads; the very same array for the same list. */
  coffees: readonly Coffee[];
  /** A whole coffee, where it is there still. */
  find: (id: string) => Coffee | undefined;
}>;

/** What the first document shows of a search; the browser finds the rest once it has the list. */
export type ServerSearchResult = Readonly<{
  query: SearchQuery;
  /** Those that were found, from where the document begins. */
  coffees: readonly Coffee[];
  /** Of each of them, why it was found, where its card does not show that. */
  whys: readonly (MatchReason | undefined)[];
  count: number;
  /** How many there are in all. */
  of: number;
  isLoose: boolean;
  facets: Facets;
}>;

declare module "../shop/shop-router.tsx" {
  interface RootData {
    /** What the server found for the query of the first document; undefined if the document has no query. */
    readonly found: ServerSearchResult | undefined;
  }
}

type CachedFinder = Readonly<{
  finder: Finder;
  /** The list as it was given. */
  coffees: readonly Coffee[];
  /** By their ids: those that the finder knows. */
  byId: ReadonlyMap<string, Coffee>;
  ready: Promise<void>;
}>;

let cached: CachedFinder | undefined;

/** Finds in a list on the server, which keeps one finder for the list that was asked last. What was found is given from `start` on. */
export async function serverSearch(
  list: SearchableList,
  query: SearchQuery,
  language: Language,
  start = 0,
): Promise<ServerSearchResult> {
  const current = cached?.coffees === list.coffees ? cached : finderFor(list.coffees, cached);
  cached = current;
  const { finder } = current;
  await current.ready;
  if (query.sort === "name") await finder.orderNames(language);
  // Where another list is taken meanwhile, words come with it.
  while (!finder.canFind(query, language)) {
    await finder.loadWords();
    await (cached ?? current).ready;
  }
  const found = finder.find(query, language);
  const { count, isLoose } = found;
  const first = found.coffees.slice(start, start + coffeesInDocument).flatMap((part) => {
    const coffee = list.find(part._id);
    return coffee ? [{ coffee, why: finder.why(part, found) }] : [];
  });
  const coffees = fittingDocument(first.map(({ coffee }) => coffee));
  return {
    query,
    coffees,
    whys: first.slice(0, coffees.length).map(({ why }) => why),
    count,
    of: list.coffees.length,
    isLoose,
    facets: finder.facets(query, language),
  };
}

/** Drops the finder and all that it knows of the list; the next search makes another. */
export function resetServerSearch(): void {
  cached = undefined;
}

/** Coffees that are as before are handed on as the very same, and so are not read again. */
function finderFor(coffees: readonly Coffee[], before: CachedFinder | undefined): CachedFinder {
  const finder = before?.finder ?? new Finder();
  const list = before ? reuseSame(coffees, before.byId) : coffees;
  const byId = coffeesById(list);
  // One list after the other: one that is pushed aside would leave its searches without an answer.
  const ready = (before?.ready ?? Promise.resolve()).catch(() => {}).then(() => finder.setList(list));
  return { finder, coffees, byId, ready };
}
