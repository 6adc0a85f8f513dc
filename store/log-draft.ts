import { randomUUID } from "node:crypto";
import { chain, saltedEntry, type Action, type Change, type StoredChange, type Version } from "../catalogue/change.ts";
import { nextCoffeeId } from "../catalogue/coffee-id.ts";
import type { Author, KeyedAdd } from "../catalogue/coffee-store.ts";
import { exactFields, type ExactCoffee, type ExactFields } from "../catalogue/exact-coffee.ts";
import { insistOnCatalogueRoom, sizeOf } from "./catalogue-size.ts";
import type { ChangeRow } from "./log-rows.ts";

/** The end of a log: its newest change, when that was, and the greatest id that it knows. */
export type LogEnd = Readonly<{
  version: Version;
  time: string | undefined;
  lastId: string | undefined;
  /** What all coffees that there are then count for. */
  catalogueBytes: number;
}>;

/** What is kept, as a write finds it. */
export type KeptState = Readonly<{
  find: (id: string) => ExactCoffee | undefined;
  /** The change that last wrote a coffee which there is. */
  versionOf: (id: string) => Version;
  /** All coffees in their order. */
  coffees: () => readonly ExactCoffee[];
  /** All changes of one coffee, oldest first. */
  history: (id: string) => readonly Change[];
  /** The changes that have one of these numbers, newest first. */
  numbered: (numbers: readonly number[]) => readonly Change[];
  /** The add that was given this key. */
  keyed: (key: string) => ChangeRow | undefined;
}>;

/** What is done to one coffee. An undo names the change that it takes back, an add the key that it was given. */
export type Write = Readonly<{
  coffeeId: string;
  before: ExactFields | null;
  after: ExactFields | null;
  undoes?: number;
  key?: string | undefined;
}>;

const idDigits = 16;

/** The changes of one write, each chained to the one before. Nothing of them is kept until a store appends them all. */
export class LogDraft {
  readonly kept: KeptState;
  readonly #by: Author;
  readonly #changes: StoredChange[] = [];
  readonly #keys: KeyedAdd[] = [];
  readonly #written = new Map<string, ExactFields | null>();
  readonly #begin: LogEnd;
  #end: LogEnd;

  constructor(end: LogEnd, kept: KeptState, by: Author) {
    this.#begin = end;
    this.#end = end;
    this.kept = kept;
    this.#by = by;
  }

  get end(): LogEnd {
    return this.#end;
  }

  get changes(): readonly StoredChange[] {
    return this.#changes;
  }

  /** Those of the changes that were given one. */
  get keys(): readonly KeyedAdd[] {
    return this.#keys;
  }

  /** The fields of a coffee as this draft left them, or null where there is none. */
  fields(id: string): ExactFields | null {
    const written = this.#written.get(id);
    return written === undefined ? (this.kept.find(id) ?? null) : written;
  }

  /** An id for a new coffee: greater than all before it, also those in this draft. */
  newId(): string {
    return nextCoffeeId(this.#end.lastId, this.#by.at, randomDigits().slice(-idDigits));
  }

  write({ coffeeId, before, after, undoes, key }: Write): StoredChange {
    const { version, time: newest, lastId, catalogueBytes } = this.#end;
    const now = this.#by.at.toISOString();
    const entry = {
      // A clock may go back; the log does not, or nobody could ask what there was at some moment.
      time: newest !== undefined && newest > now ? newest : now,
      action: actionOf(before, after),
      coffeeId,
      before: before && exactFields(before),
      after: after && exactFields(after),
      visitor: this.#by.visitor,
      browser: this.#by.browser ?? null,
      undoes: undoes ?? null,
    };
    const change = chain(saltedEntry(entry, randomDigits()), version);
    this.#changes.push(change);
    this.#written.set(coffeeId, entry.after);
    const isGreatest = lastId === undefined || coffeeId > lastId;
    const { number, hash } = change;
    if (key !== undefined) this.#keys.push({ key, number });
    this.#end = {
      version: { number, hash },
      time: change.time,
      lastId: isGreatest ? coffeeId : lastId,
      catalogueBytes: catalogueBytes + sizeOf(change.after) - sizeOf(change.before),
    };
    return change;
  }

  /** Throws a `catalogue-full` fault where all that is drafted makes the catalogue larger than it may be. */
  insistOnRoom(catalogueLimit: number): void {
    insistOnCatalogueRoom(this.#begin.catalogueBytes, this.#end.catalogueBytes, catalogueLimit);
  }
}

/** 122 random bits in hex; quicker than as many random bytes. */
function randomDigits(): string {
  return randomUUID().replaceAll("-", "");
}

function actionOf(before: ExactFields | null, after: ExactFields | null): Action {
  if (!before) return "add";
  return after ? "replace" : "remove";
}
