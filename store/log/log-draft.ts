import { randomUUID } from "node:crypto";
import { chain, saltedEntry, type Action, type StoredChange, type Version } from "../../catalogue/log/change.ts";
import { nextCoffeeId } from "../../catalogue/coffee-id.ts";
import type { Author, IdentifiedCoffee, IdempotentAdd } from "../../catalogue/coffee-store.ts";
import { erasureText, remainsDigest } from "../../catalogue/log/erase.ts";
import type { CoffeeText } from "../../catalogue/coffee-text.ts";
import { assertCatalogueRoom, sizeOf } from "./catalogue-size.ts";
import type { HistoryEntry, StateAfter } from "../../catalogue/log/undo.ts";
import type { ChangeRow } from "./log-rows.ts";

/** The end of a log: its newest change, when that was, and the greatest id that it knows. */
export type LogEnd = Readonly<{
  version: Version;
  time: string | undefined;
  lastId: string | undefined;
  /** What all coffees that there are then count for. */
  catalogueBytes: number;
}>;

/** The number of a change, and the coffee that it is about. */
export type NumberedChange = Readonly<{ number: number; coffeeId: string }>;

/** What is kept, as a write finds it. */
export type CatalogueState = Readonly<{
  find: (id: string) => CoffeeText | undefined;
  /** The change that last wrote a coffee which there is. */
  versionOf: (id: string) => Version;
  /** All coffees in their order. */
  coffees: () => readonly IdentifiedCoffee[];
  /** The changes of one coffee, oldest first, without erasures; at most `mostEntries` and one. */
  history: (id: string) => readonly HistoryEntry[];
  /** What a change left of its coffee. */
  stateAfter: StateAfter;
  /** The coffees of the changes that have one of these numbers, each with its number; in any order. */
  changesByNumber: (numbers: readonly number[]) => readonly NumberedChange[];
  /** The add that was given this key. */
  addByKey: (key: string) => ChangeRow | undefined;
}>;

/** What is done to one coffee. An undo names the change that it undoes, an add the key that it was given. */
export type Write = Readonly<{
  coffeeId: string;
  before: CoffeeText | null;
  after: CoffeeText | null;
  undoes?: number;
  key?: string | undefined;
}>;

const idDigits = 16;

/** The changes of one write, each chained to the one before. Nothing of them is kept until a store appends them all. */
export class LogDraft {
  readonly state: CatalogueState;
  readonly #by: Author;
  readonly #changes: StoredChange[] = [];
  readonly #keys: IdempotentAdd[] = [];
  readonly #texts = new Map<string, CoffeeText | null>();
  readonly #begin: LogEnd;
  #end: LogEnd;

  constructor(end: LogEnd, state: CatalogueState, by: Author) {
    this.#begin = end;
    this.#end = end;
    this.state = state;
    this.#by = by;
  }

  get end(): LogEnd {
    return this.#end;
  }

  get changes(): readonly StoredChange[] {
    return this.#changes;
  }

  /** Those of the changes that were given one. */
  get keys(): readonly IdempotentAdd[] {
    return this.#keys;
  }

  /** The text of a coffee as this draft left it, or null where there is none. */
  text(id: string): CoffeeText | null {
    const written = this.#texts.get(id);
    return written === undefined ? (this.state.find(id) ?? null) : written;
  }

  /** An id for a new coffee: greater than all before it, also those in this draft. */
  newId(): string {
    return nextCoffeeId(this.#end.lastId, this.#by.at, randomDigits().slice(-idDigits));
  }

  write({ coffeeId, before, after, undoes, key }: Write): StoredChange {
    const entry = {
      time: this.#time(),
      action: actionOf(before, after),
      coffeeId,
      before,
      after,
      visitor: this.#by.visitor,
      browser: this.#by.browser ?? null,
      undoes: undoes ?? null,
    };
    const change = chain(saltedEntry(entry, randomDigits()), this.#end.version);
    this.#append(change);
    this.#texts.set(coffeeId, after);
    if (key !== undefined) this.#keys.push({ key, number: change.number });
    return change;
  }

  /**
   * Adds the entry that says what is left of changes of a coffee: of those in the log, whose digests are in `remains`, and of
   * `made`, the one of this draft that it replaces.
   */
  erase(
    coffeeId: string,
    remains: ReadonlyMap<number, string>,
    ownChange: StoredChange | undefined,
    reason: string,
  ): StoredChange {
    const all = new Map(remains);
    if (ownChange) {
      this.#changes[this.#changes.findIndex(({ number }) => number === ownChange.number)] = ownChange;
      all.set(ownChange.number, remainsDigest(ownChange));
    }
    const { visitor, browser = null } = this.#by;
    const entry = {
      time: this.#time(),
      action: "erase",
      coffeeId,
      before: null,
      after: null,
      visitor,
      browser,
    } as const;
    const salted = { ...saltedEntry({ ...entry, undoes: null }, randomDigits()), erasure: erasureText(reason, all) };
    const change = chain(salted, this.#end.version);
    this.#append(change);
    return change;
  }

  #append(change: StoredChange): void {
    const { number, hash, time, coffeeId, before, after } = change;
    const { lastId } = this.#end;
    this.#changes.push(change);
    const isGreatest = lastId === undefined || coffeeId > lastId;
    this.#end = {
      version: { number, hash },
      time,
      lastId: isGreatest ? coffeeId : lastId,
      catalogueBytes: this.#end.catalogueBytes + sizeOf(after) - sizeOf(before),
    };
  }

  /** Throws a `catalogue-full` fault where all that is drafted makes the catalogue larger than it may be. */
  assertRoom(catalogueLimit: number): void {
    assertCatalogueRoom(this.#begin.catalogueBytes, this.#end.catalogueBytes, catalogueLimit);
  }

  /** A clock may go back; the log does not, or nobody could ask what there was at some moment. */
  #time(): string {
    const now = this.#by.at.toISOString();
    const { time: newest } = this.#end;
    return newest !== undefined && newest > now ? newest : now;
  }
}

/** 122 random bits in hex; quicker than as many random bytes. */
function randomDigits(): string {
  return randomUUID().replaceAll("-", "");
}

function actionOf(before: CoffeeText | null, after: CoffeeText | null): Action {
  if (before === null) return "add";
  return after === null ? "remove" : "replace";
}
