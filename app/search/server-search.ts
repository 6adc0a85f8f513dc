import type { Coffee } from "../../catalogue/coffee.ts";
import type { Language } from "../../catalogue/language.ts";
import { coffeesInDocument, fittingDocument } from "../list/coffees-in-document.ts";
import { coffeesById, reuseSame } from "../list/same-coffees.ts";
import type { Facets } from "./filters/count-facets.ts";
import type { SearchQuery } from "./search-query.ts";
import { Finder } from "./finder.ts";
import type { MatchReason } from "./words/word-index.ts";

/** A list to search on the server. */
export type SearchableList = Readonly<{
  /** The searchable part of each coffee. The array stays the same object until the list changes. */
  coffees: readonly Coffee[];
  /** Finds a whole coffee; undefined if it was deleted meanwhile. */
  find: (id: string) => Coffee | undefined;
}>;

/** The search result in the first document. The browser repeats the search once it has the list. */
export type ServerSearchResult = Readonly<{
  query: SearchQuery;
  /** The coffees found, from the start of this document's part. */
  coffees: readonly Coffee[];
  /** For each coffee, the matching field, if its card does not show it. */
  whys: readonly (MatchReason | undefined)[];
  count: number;
  /** The number of all coffees. */
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
  /** The list for which the finder was made. */
  coffees: readonly Coffee[];
  /** The finder's coffees by id. */
  byId: ReadonlyMap<string, Coffee>;
  ready: Promise<void>;
}>;

let cached: CachedFinder | undefined;

/** Searches a list on the server, and returns the results from `start` on. It caches one finder, for the last list. */
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
  // If another search sets a new list meanwhile, wait for that and try again.
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

/** Drops the cached finder with its list. The next search makes a new one. */
export function resetServerSearch(): void {
  cached = undefined;
}

/** Sets a new list in the finder. Unchanged coffees keep their objects, so they are not indexed again. */
function finderFor(coffees: readonly Coffee[], before: CachedFinder | undefined): CachedFinder {
  const finder = before?.finder ?? new Finder();
  const list = before ? reuseSame(coffees, before.byId) : coffees;
  const byId = coffeesById(list);
  // One list after the other: searches of a list that is replaced too early would get no result.
  const ready = (before?.ready ?? Promise.resolve()).catch(() => {}).then(() => finder.setList(list));
  return { finder, coffees, byId, ready };
}
