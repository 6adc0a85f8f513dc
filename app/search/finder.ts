import { type NameField, nameFields, recordOf } from "../../catalogue/fields.ts";
import type { Coffee } from "../../catalogue/coffee.ts";
import type { Language } from "../../catalogue/language.ts";
import { countFacets, type Facets } from "./filters/count-facets.ts";
import { filterFor } from "./filters/filter-coffees.ts";
import { limitText, type SearchQuery, type Sort } from "./search-query.ts";
import { searchItem, type SearchItem } from "./filters/search-item.ts";
import type { Mark } from "./marks/marks.ts";
import { orderByName, orderCoffees } from "./filters/order-coffees.ts";
import { matchNames, type Names, type NamesOfFields } from "./filters/match-names.ts";
import { timeSlices, type TimeSlices } from "./time-slices.ts";
import type { MatchReason, SearchHits, WordIndex } from "./words/word-index.ts";

/** What a query found. */
export type SearchResult = Readonly<{
  /** In the order of the query. */
  coffees: readonly Coffee[];
  count: number;
  /** Whether no coffee has all the words, so that these have only some. */
  isLoose: boolean;
  /** The matched words, for highlighting; undefined if the query has no text. */
  words: SearchHits | undefined;
}>;

/**
 * Searches a list that may change. Filters and sorting work at once; for text, call `loadWords` once, which loads the
 * index.
 */
export class Finder {
  #list: readonly SearchItem[] = [];
  #names: NamesOfFields = emptyNames;
  /** For each field, the values that were matched last, and the names found. */
  readonly #nameCache = new Map<NameField, Readonly<{ values: ReadonlyMap<string, string>; names: Names }>>();
  #orders = new Map<string, readonly SearchItem[]>();
  /** The next list, while its words are being indexed. */
  #nextList:
    | Readonly<{ list: readonly SearchItem[]; orders: Map<string, readonly SearchItem[]>; names: NamesOfFields }>
    | undefined;
  /** The languages in which names have been sorted. The next list is sorted in each before it is used. */
  readonly #languages = new Set<string>();
  #newIndex: (() => WordIndex) | undefined;
  #index: WordIndex | undefined;
  /** A new index that replaces `#index` when it is complete. */
  #building: WordIndex | undefined;
  /** Runs one update of the index at a time. */
  #work: Promise<void> | undefined;
  /** Counts calls of `setList`. Running updates stop when it changes. */
  #listCount = 0;
  #lastSearch: Readonly<{ q: string; index: WordIndex; version: number; hits: SearchHits }> | undefined;
  #indexVersion = 0;

  /**
   * Sets the list, in time slices. Until it resolves, queries use the previous list. Only changed coffees are read.
   * Resolves early if it is called again.
   */
  async setList(coffees: readonly Coffee[]): Promise<void> {
    const turn = (this.#listCount += 1);
    const pause = timeSlices();
    const list: SearchItem[] = [];
    for (const coffee of coffees) {
      list.push(searchItem(coffee));
      if (pause.isDue()) await pause.next();
      if (turn !== this.#listCount) return;
    }
    const orders = new Map<string, readonly SearchItem[]>();
    for (const language of this.#languages) {
      orders.set(orderKey("name", language), await orderByName(list, language, pause));
      if (turn !== this.#listCount) return;
    }
    const names = { ...emptyNames };
    for (const field of nameFields) {
      names[field] = await this.#matchNames(list, field, pause);
      if (turn !== this.#listCount) return;
    }
    this.#nextList = { list, orders, names };
    if (this.#newIndex) await this.#indexWords(() => list, turn, this.#newIndex);
    else this.#publish(list);
  }

  /** Whether `find` can answer a query at once. Text needs `loadWords`, sorting by name needs `orderNames`. */
  canFind({ q, sort }: SearchQuery, language: string): boolean {
    if (q.trim() !== "" && this.#index === undefined) return false;
    return sort !== "name" || this.#orders.has(orderKey(sort, language));
  }

  /** Sorts the list by name, in time slices, and from now on each new list too. */
  async orderNames(language: string): Promise<void> {
    this.#languages.add(language);
    const list = this.#list;
    if (this.#orders.has(orderKey("name", language))) return;
    const order = await orderByName(list, language, timeSlices());
    // A list that was set meanwhile may not be sorted.
    if (list !== this.#list) return this.orderNames(language);
    this.#orders.set(orderKey("name", language), order);
  }

  /**
   * Loads the code of the index, and indexes the list in time slices. Rejects if the code cannot be loaded. Resolves
   * early if a list is being set, which indexes it itself.
   */
  async loadWords(): Promise<void> {
    if (!this.#newIndex) {
      const { WordIndex } = await import("./words/word-index.ts");
      this.#newIndex ??= () => new WordIndex();
    }
    await this.#indexWords(() => this.#list, this.#listCount, this.#newIndex);
  }

  /** Runs a query, sorting names by `language`. Before `canFind` is true, a query with text finds nothing. */
  find(query: SearchQuery, language: string): SearchResult {
    const words = query.q.trim() === "" ? undefined : this.#search(query.q);
    const fits = filterFor(query, this.#names);
    const scores = words?.scores;
    const found = this.#ordered(query.sort, language).filter(
      (item) => (!scores || scores.has(item.coffee)) && fits(item),
    );
    const coffees = found.map(({ coffee }) => coffee);
    return {
      coffees: scores && query.sort === "added" ? bestFirst(coffees, scores) : coffees,
      count: coffees.length,
      isLoose: words?.isLoose ?? false,
      words,
    };
  }

  /** Counts the options of the facets for a query. Names in two scripts are shown in `language`. */
  facets(query: SearchQuery, language: Language): Facets {
    const scores = query.q.trim() === "" ? undefined : this.#search(query.q).scores;
    const list = scores ? this.#list.filter(({ coffee }) => scores.has(coffee)) : this.#list;
    return countFacets(list, query, this.#names, language);
  }

  /** The parts of a text to highlight; none if the query has no text. */
  marks(text: string, { words }: SearchResult): readonly Mark[] {
    return words && this.#index ? this.#index.marksIn(text, words) : [];
  }

  /** The field that matched, if the coffee's card does not show it. */
  why(coffee: Coffee, { words }: SearchResult): MatchReason | undefined {
    return words && this.#index?.why(coffee, words);
  }

  #ordered(sort: Sort, language: string): readonly SearchItem[] {
    const key = orderKey(sort, language);
    let order = this.#orders.get(key);
    if (!order) this.#orders.set(key, (order = orderCoffees(this.#list, sort, language)));
    return order;
  }

  /** Caches the last text search, because it is repeated with other filters and for the facets. */
  #search(q: string): SearchHits {
    const index = this.#index;
    if (!index) return { scores: new Map(), isLoose: false, typed: [], keys: [] };
    const version = this.#indexVersion;
    if (this.#lastSearch?.q !== q || this.#lastSearch.index !== index || this.#lastSearch.version !== version)
      this.#lastSearch = { q, index, version, hits: index.search(q) };
    return this.#lastSearch.hits;
  }

  /** Matches the names of a field in two scripts. Cached, because few edits add a new value. */
  async #matchNames(list: readonly SearchItem[], field: NameField, pause: TimeSlices): Promise<Names> {
    const values = new Map<string, string>();
    for (const { coffee, values: folded } of list)
      if (!values.has(folded[field])) values.set(folded[field], limitText(coffee[field]));
    const before = this.#nameCache.get(field);
    if (before?.values.size === values.size && [...before.values.keys()].every((folded) => values.has(folded)))
      return before.names;
    const names = await matchNames(values, pause);
    this.#nameCache.set(field, { values, names });
    return names;
  }

  #publish(list: readonly SearchItem[]): void {
    if (list === this.#list) return;
    const next = this.#nextList?.list === list ? this.#nextList : undefined;
    this.#orders = next?.orders ?? new Map();
    this.#names = next?.names ?? emptyNames;
    this.#list = list;
  }

  /** Queues an update of the index. `list` is called when it starts, because the list may have changed by then. */
  #indexWords(list: () => readonly SearchItem[], turn: number, newIndex: () => WordIndex): Promise<void> {
    const job = Promise.resolve(this.#work).then(() => this.#updateIndex(list(), turn, newIndex));
    // The caller gets a failure; the next update runs all the same.
    this.#work = job.catch(() => {});
    return job;
  }

  async #updateIndex(list: readonly SearchItem[], turn: number, newIndex: () => WordIndex): Promise<void> {
    const listedCoffees = new Set(list.map(({ coffee }) => coffee));
    const before = this.#building ?? this.#index;
    const gone = before ? Array.from(before.coffees).filter((coffee) => !listedCoffees.has(coffee)) : [];
    // If most of the list is new, building a new index is faster, and the old one serves queries until then.
    const canReuse = before !== undefined && !before.isSparse && gone.length * 2 <= before.size;
    const index = canReuse ? before : newIndex();
    if (index !== this.#index) this.#building = index;
    const pause = timeSlices();
    const [removed, added] = [canReuse ? gone : [], list.map(({ coffee }) => coffee)];
    const changes = [
      ...removed.map((coffee) => () => index.remove(coffee)),
      ...added.filter((coffee) => !index.has(coffee)).map((coffee) => () => index.add(coffee)),
    ];
    for (const change of changes) {
      if (turn !== this.#listCount) return;
      change();
      this.#indexVersion += 1;
      if (pause.isDue()) await pause.next();
    }
    if (turn !== this.#listCount) return;
    this.#index = index;
    this.#building = undefined;
    this.#publish(list);
  }
}

const emptyNames: NamesOfFields = recordOf(nameFields, () => new Map());

function orderKey(sort: Sort, language: string): string {
  return `${sort} ${language}`;
}

/** Sorts by score. The sort is stable, so ties keep the list's order. */
function bestFirst(coffees: readonly Coffee[], scores: ReadonlyMap<Coffee, number>): readonly Coffee[] {
  return coffees
    .map((coffee) => ({ coffee, score: scores.get(coffee) ?? 0 }))
    .sort((one, other) => other.score - one.score)
    .map(({ coffee }) => coffee);
}
