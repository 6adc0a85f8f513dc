import { randomUUID } from "node:crypto";
import { chain, saltedEntry, type Action, type StoredChange, type Version } from "../../catalogue/log/change.ts";
import { nextCoffeeId } from "../../catalogue/coffee-id.ts";
import type { Author, IdentifiedCoffee, IdempotentAdd } from "../../catalogue/coffee-store.ts";
import { erasureText, remainsDigest } from "../../catalogue/log/erase.ts";
import type { CoffeeText } from "../../catalogue/coffee-text.ts";
import { assertCatalogueRoom, sizeOf } from "./catalogue-size.ts";
import type { HistoryEntry, StateAfter } from "../../catalogue/log/undo.ts";
import type { ChangeRow } from "./log-rows.ts";

/** The end of a log: its newest change, the time of that change, and the greatest coffee id in the log. */
export type LogEnd = Readonly<{
  version: Version;
  time: string | undefined;
  lastId: string | undefined;
  /** The bytes that all coffees count for at that version. */
  catalogueBytes: number;
}>;

/** The number of a change, and the id of its coffee. */
export type NumberedChange = Readonly<{ number: number; coffeeId: string }>;

/** The catalogue and its log, as a write reads them. */
export type CatalogueState = Readonly<{
  find: (id: string) => CoffeeText | undefined;
  /** The change that last wrote a coffee; the coffee must exist. */
  versionOf: (id: string) => Version;
  /** All coffees, in the order of the list. */
  coffees: () => readonly IdentifiedCoffee[];
  /** The changes of one coffee, oldest first, without erasures; at most `mostEntries` + 1. */
  history: (id: string) => readonly HistoryEntry[];
  /** The text of a coffee after a change. */
  stateAfter: StateAfter;
  /** The coffee of each change with one of these numbers, in any order. */
  changesByNumber: (numbers: readonly number[]) => readonly NumberedChange[];
  /** The add that was sent with this idempotency key. */
  addByKey: (key: string) => ChangeRow | undefined;
}>;

/** A write to one coffee. An undo names the change that it undoes; an add may have an idempotency key. */
export type Write = Readonly<{
  coffeeId: string;
  before: CoffeeText | null;
  after: CoffeeText | null;
  undoes?: number;
  key?: string | undefined;
}>;

const idDigits = 16;

/** The changes of one write, each chained to the one before. They are written when a store appends them all. */
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

  /** The idempotency keys of the adds among the changes. */
  get keys(): readonly IdempotentAdd[] {
    return this.#keys;
  }

  /** The text of a coffee after this draft; null if there is none. */
  text(id: string): CoffeeText | null {
    const written = this.#texts.get(id);
    return written === undefined ? (this.state.find(id) ?? null) : written;
  }

  /** An id for a new coffee, greater than all earlier ids, including those in this draft. */
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
   * Adds the entry of an erasure. `remains` has the digests of the changes in the log that lost words. `ownChange` is
   * the change of this draft that wrote the coffee without them; it replaces the one with the same number.
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

  /** Throws a `catalogue-full` fault if this draft makes the catalogue larger than its limit. */
  assertRoom(catalogueLimit: number): void {
    assertCatalogueRoom(this.#begin.catalogueBytes, this.#end.catalogueBytes, catalogueLimit);
  }

  /** A clock may go back, but times in the log never do. Otherwise a time would not name one state of the catalogue. */
  #time(): string {
    const now = this.#by.at.toISOString();
    const { time: newest } = this.#end;
    return newest !== undefined && newest > now ? newest : now;
  }
}

/** 122 random bits in hex. Faster than `randomBytes` of the same length. */
function randomDigits(): string {
  return randomUUID().replaceAll("-", "");
}

function actionOf(before: CoffeeText | null, after: CoffeeText | null): Action {
  if (before === null) return "add";
  return after === null ? "remove" : "replace";
}
