import { recordOf } from "../../catalogue/fields.ts";
import type { Coffee } from "../../catalogue/coffee.ts";
import type { Language } from "../../catalogue/language.ts";
import { countFacets, type Facets } from "./filters/count-facets.ts";
import { filterFor } from "./filters/filter-coffees.ts";
import { limitText, type SearchQuery, type Sort } from "./search-query.ts";
import { nameFields, type NameField } from "../../catalogue/fields.ts";
import { searchItem, type SearchItem } from "./filters/search-item.ts";
import type { Mark } from "./marks/marks.ts";
import { orderByName, orderCoffees } from "./filters/order-coffees.ts";
import { matchNames, type Names, type NamesOfFields } from "./filters/match-names.ts";
import { timeSlices, type TimeSlices } from "./time-slices.ts";
import type { MatchReason, SearchHits, WordIndex } from "./words/word-index.ts";

/** What a query found. */
export type SearchResult = Readonly<{
  /** In their order. */
  coffees: readonly Coffee[];
  count: number;
  /** Whether nothing has all the words, so that these have some of them only. */
  isLoose: boolean;
  /** What to mark in texts: the words that answered; undefined where no words were asked for. */
  words: SearchHits | undefined;
}>;

/**
 * Finds coffees in a list that changes. Filters and orders need nothing else; for words, `loadWords` is to be called once,
 * which loads what is needed for them.
 */
export class Finder {
  #list: readonly SearchItem[] = [];
  #names: NamesOfFields = emptyNames;
  /** The values in which names were looked for last, and those that were found. */
  readonly #nameCache = new Map<NameField, Readonly<{ values: ReadonlyMap<string, string>; names: Names }>>();
  #orders = new Map<string, readonly SearchItem[]>();
  /** Of a list whose words are yet to be read. */
  #nextList:
    | Readonly<{ list: readonly SearchItem[]; orders: Map<string, readonly SearchItem[]>; names: NamesOfFields }>
    | undefined;
  /** Those in which names were put in order; a list that is taken is put in order in them before it counts. */
  readonly #languages = new Set<string>();
  #newIndex: (() => WordIndex) | undefined;
  #index: WordIndex | undefined;
  /** An index that takes the other's place once it is whole. */
  #building: WordIndex | undefined;
  /** Only one thing at a time brings an index up to date. */
  #work: Promise<void> | undefined;
  /** How often a list was taken; whoever brings things up to date stops once it has moved on. */
  #listCount = 0;
  #lastSearch: Readonly<{ q: string; index: WordIndex; version: number; hits: SearchHits }> | undefined;
  #indexVersion = 0;

  /**
   * Takes a list in slices that hold nobody up; until it resolves, answers are about the list before. Only coffees that
   * differ from those before are read. Resolves early where another list comes meanwhile.
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

  /**
   * Whether `find` answers such a query without holding anybody up: one with words once they have been loaded, one by name
   * once that order is there, and any other at once.
   */
  canFind({ q, sort }: SearchQuery, language: string): boolean {
    if (q.trim() !== "" && this.#index === undefined) return false;
    return sort !== "name" || this.#orders.has(orderKey(sort, language));
  }

  /** Puts the names of the list in order, in slices, and from now on those of each list that is taken. */
  async orderNames(language: string): Promise<void> {
    this.#languages.add(language);
    const list = this.#list;
    if (this.#orders.has(orderKey("name", language))) return;
    const order = await orderByName(list, language, timeSlices());
    // A list that came meanwhile may not have known of it.
    if (list !== this.#list) return this.orderNames(language);
    this.#orders.set(orderKey("name", language), order);
  }

  /**
   * Loads what searches for words need, and reads those of the list, in slices. Rejects where it cannot be loaded; resolves
   * early where a list is being taken, which then reads them itself.
   */
  async loadWords(): Promise<void> {
    if (!this.#newIndex) {
      const { WordIndex } = await import("./words/word-index.ts");
      this.#newIndex ??= () => new WordIndex();
    }
    await this.#indexWords(() => this.#list, this.#listCount, this.#newIndex);
  }

  /** The coffees that a query finds, names ordered as in `language`; a query with words finds none before `canFind`. */
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

  /** What one can choose from beside a query, with counts; names that are written in two scripts as in `language`. */
  facets(query: SearchQuery, language: Language): Facets {
    const scores = query.q.trim() === "" ? undefined : this.#search(query.q).scores;
    const list = scores ? this.#list.filter(({ coffee }) => scores.has(coffee)) : this.#list;
    return countFacets(list, query, this.#names, language);
  }

  /** The parts of a text, as a coffee's name, to mark as what answered; none where no words were asked for. */
  marks(text: string, { words }: SearchResult): readonly Mark[] {
    return words && this.#index ? this.#index.marksIn(text, words) : [];
  }

  /** Why a coffee was found, where its card does not show that. */
  why(coffee: Coffee, { words }: SearchResult): MatchReason | undefined {
    return words && this.#index?.why(coffee, words);
  }

  #ordered(sort: Sort, language: string): readonly SearchItem[] {
    const key = orderKey(sort, language);
    let order = this.#orders.get(key);
    if (!order) this.#orders.set(key, (order = orderCoffees(this.#list, sort, language)));
    return order;
  }

  /** The same words are asked for again and again, with other filters or for the facets. */
  #search(q: string): SearchHits {
    const index = this.#index;
    if (!index) return { scores: new Map(), isLoose: false, typed: [], keys: [] };
    const version = this.#indexVersion;
    if (this.#lastSearch?.q !== q || this.#lastSearch.index !== index || this.#lastSearch.version !== version)
      this.#lastSearch = { q, index, version, hits: index.search(q) };
    return this.#lastSearch.hits;
  }

  /** Which values of a field are one name in two scripts; few edits bring another value. */
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

  /** The list is asked for once its turn has come: another may have been taken until then. */
  #indexWords(list: () => readonly SearchItem[], turn: number, newIndex: () => WordIndex): Promise<void> {
    const job = Promise.resolve(this.#work).then(() => this.#updateIndex(list(), turn, newIndex));
    // Whoever asked for it hears of a failure; what comes next does not stop at it.
    this.#work = job.catch(() => {});
    return job;
  }

  async #updateIndex(list: readonly SearchItem[], turn: number, newIndex: () => WordIndex): Promise<void> {
    const listedCoffees = new Set(list.map(({ coffee }) => coffee));
    const before = this.#building ?? this.#index;
    const gone = before ? Array.from(before.coffees).filter((coffee) => !listedCoffees.has(coffee)) : [];
    // A list of which most is new is quicker read anew, and until then answers are about the old one.
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

/** Sorting is stable, and so coffees that fit as well keep the list's order. */
function bestFirst(coffees: readonly Coffee[], scores: ReadonlyMap<Coffee, number>): readonly Coffee[] {
  return coffees
    .map((coffee) => ({ coffee, score: scores.get(coffee) ?? 0 }))
    .sort((one, other) => other.score - one.score)
    .map(({ coffee }) => coffee);
}
