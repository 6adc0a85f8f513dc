import type { Action, Change, StoredChange, Version } from "./log/change.ts";
import type { CoffeeField } from "./fields.ts";
import type { CoffeeText } from "./coffee-text.ts";
import type { HistoryEntry, SupersededFields } from "./log/undo.ts";

/** A coffee with its id. */
export type IdentifiedCoffee = Readonly<{ id: string; text: CoffeeText }>;

/** A coffee, and the change that last wrote it. */
export type StoredCoffee = IdentifiedCoffee & Readonly<{ version: Version }>;

/** A coffee with its place in the list: the number of the change that first added it. */
export type ListedRow = StoredCoffee & Readonly<{ place: number }>;

/** The change that a write made, and its coffee. */
export type MadeChange = Version & Readonly<{ coffeeId: string }>;

/** What a change did to its coffee: the new text, or null if it was deleted; and its place in the list. */
export type FollowedChange = MadeChange & Readonly<{ action: Action; after: CoffeeText | null; place: number }>;

export type CoffeeList = Readonly<{ coffees: readonly IdentifiedCoffee[]; version: Version }>;

/** Which versions a write may overwrite: those with these names (`versionName`), or all up to a number. */
export type Precondition = Readonly<{ names: readonly string[] } | { upTo: number }>;

/** Who writes, as pseudonyms, and when. Null if visitors are not told apart. */
export type Author = Readonly<{ visitor: string | null; browser?: string | null; at: Date }>;

/** The pseudonym of the shop's operator. A frozen shop accepts only the operator's writes. */
export const operator = "operator";

/** Selects changes of the log. If several members are given, a change must match all of them. */
export type ChangeSelection = Readonly<{
  numbers?: readonly number[];
  coffeeId?: string;
  /** A name as `visitorOf` returns it. */
  visitor?: string;
  /** The pseudonym of an address; matches all browsers behind it. */
  network?: string;
  /** Both times are included. */
  since?: Date;
  until?: Date;
  /** Only numbers below this one. */
  before?: number;
  /** Only numbers above this one. The changes then come oldest first. */
  after?: number;
  /** Whether entries of erasures match as well. */
  withErasures?: boolean;
}>;

/** When words of a change were last erased, and why. */
export type ErasureNote = Readonly<{ time: string; reason: string }>;

/** A change, and whether it is undone now. Erased fields of its texts are empty. */
export type ChangeWithStatus = Change &
  Readonly<{
    isUndone: boolean;
    /** Present if the change has `erasedBefore` or `erasedAfter`, or is the entry of an erasure. */
    erased?: ErasureNote;
  }>;

/** What to erase: the words that these changes wrote in these fields, and the reason. */
export type ErasureRequest = Readonly<{
  numbers: readonly number[];
  fields: readonly CoffeeField[];
  reason: string;
}>;

/** The entries that an erasure added to the log, and from how many changes it took words. */
export type ErasureResult = Readonly<{ changes: readonly MadeChange[]; touched: number }>;

/** The entry of an erasure that is not in the log itself, for example in a rewritten backup, and the hash before it. */
export type LaterErasure = Readonly<{ previous: string; change: StoredChange }>;

/** A page of the selected changes. `hasMore` says whether others follow. */
export type ChangePage = Readonly<{ changes: readonly ChangeWithStatus[]; hasMore: boolean }>;

/** A change without its texts; `bytes` is their size. */
export type ChangeSummary = Pick<
  ChangeWithStatus,
  "number" | "time" | "action" | "coffeeId" | "visitor" | "undoes" | "isUndone"
> &
  Readonly<{ bytes: number }>;

/** The changes that an undo made, and the fields that it left alone because they were written again later. */
export type UndoResult = Readonly<{ changes: readonly MadeChange[]; kept: readonly SupersededFields[] }>;

/** A coffee to import; without an id it gets a new one. */
export type IncomingCoffee = Readonly<{ id: string | undefined; text: CoffeeText }>;

/** An add that was sent with an idempotency key: the key, and the number of its change. */
export type IdempotentAdd = Readonly<{ key: string; number: number }>;

/** Options of a write to many coffees. */
export type ManyOptions = Readonly<{
  precondition?: Readonly<{ upTo: number }> | undefined;
  onProgress?: ((done: number, all: number) => void) | undefined;
}>;

export type Freeze = Readonly<{ since: string; words: string }>;

/** A move of the shop from one place to another, as recorded in both. See decision 0028. */
export type Move = Readonly<{
  id: string;
  /** The other place: a directory, or a database without its password. */
  place: string;
  since: string;
  /**
   * Whether the move is finished. Then the place that was left never accepts writes again, and the other one is the
   * shop.
   */
  isDone: boolean;
  /** The newest change that was moved. */
  version: Version;
  /** The host and the process id of the command that moves the shop. */
  mover: string;
  /**
   * In milliseconds since 1970. Until then, an unfinished move keeps the place that it leaves from accepting writes.
   */
  leaseUntil: number;
}>;

/** The move that leads away from a place, and the one that led there, if any. */
export type Moves = Readonly<{ to: Move | undefined; from: Move | undefined }>;

/**
 * Stores coffees and their log. Every write is one transaction that appends to the log and updates the coffees. It
 * resolves once it is durable.
 *
 * A call may reject with `storage-full`, `storage-busy`, `storage-failed` or `storage-unreachable`; then it has changed
 * nothing. A write may also reject with:
 * - `frozen`, unless the operator is its author;
 * - `moving`, while the shop moves and after it has moved, for every author;
 * - `catalogue-full`, if it would make the catalogue larger than the store's limit;
 * - `storage-unknown`, if it is not known whether the write was made.
 */
export interface CoffeeStore extends AsyncDisposable {
  /** All coffees, in the order in which they were added. Their places never change. */
  list(): Promise<CoffeeList>;

  /**
   * The newest durable change by any process; much cheaper than `list`. Calls in one turn of the event loop share one
   * look at the storage. With `isBeside`, the call does not come from a request, for example from a timer, and always
   * looks.
   */
  version(isBeside?: boolean): Promise<Version>;

  /**
   * The coffees after `place`, in the order of the list: at most `limit`, and about 1 MB. Empty only at the end of the
   * list. Everything in it is durable, and `version` then returns at least its newest change.
   */
  page(place: number, limit: number): Promise<ListedRow[]>;

  /** The durable changes after `after`, oldest first, at most `limit`. Empty if the log does not contain `after`. */
  follow(after: Version, limit: number): Promise<FollowedChange[]>;

  /**
   * The bytes that all coffees count for: their texts, and a fixed number for each. The store's limit applies to this.
   */
  catalogueBytes(): Promise<number>;

  /** The coffee with this id, if there is one. */
  find(id: string): Promise<StoredCoffee | undefined>;

  /** The id of the next coffee in the list; undefined if this one is the last, or does not exist. */
  idAfter(id: string): Promise<string | undefined>;

  /**
   * Adds a coffee at the end of the list, with an id greater than all before it. If an earlier add had the same
   * idempotency key, this adds nothing and resolves to the earlier change, even in a frozen shop; it rejects with
   * `key-reused` if that add had other fields.
   */
  add(text: CoffeeText, by: Author, key?: string): Promise<MadeChange>;

  /**
   * Replaces all eight fields. If nothing differs, it writes nothing and resolves to undefined. Rejects with
   * `unknown-coffee`, or with `changed-meanwhile` if the precondition does not hold.
   */
  replace(id: string, text: CoffeeText, by: Author, precondition?: Precondition): Promise<MadeChange | undefined>;

  /** Removes a coffee; resolves to undefined if there is none. Rejects with `changed-meanwhile` like `replace`. */
  remove(id: string, by: Author, precondition?: Precondition): Promise<MadeChange | undefined>;

  /**
   * Undoes the changes with these numbers, all or none, as `planUndo` describes. A removed coffee comes back with its
   * id and its place. Rejects with `unknown-change` if a number has no change, with `changed-meanwhile` if the
   * precondition does not hold for the newest change of each coffee, and with `undo-too-large`. `onProgress` is called
   * with the number of coffees done.
   */
  undo(numbers: readonly number[], by: Author, options?: ManyOptions): Promise<UndoResult>;

  /**
   * Imports coffees in their order, all or none. Coffees with a known id replace the stored ones; the others are added.
   * With `isWhole`, all other coffees are removed. Rejects with `changed-meanwhile` if the precondition does not hold
   * for the newest change of the log. `onProgress` is called with the number of coffees done.
   */
  importAll(
    coffees: readonly IncomingCoffee[],
    by: Author,
    isWhole: boolean,
    options?: ManyOptions,
  ): Promise<readonly MadeChange[]>;

  /**
   * Erases words from all changes of their coffees, in one transaction, as `eraseValues` describes. If a coffee has
   * such words now, they are removed from it; if nothing is left of it, it is removed. Rejects like `undo`.
   */
  erase(request: ErasureRequest, by: Author, options?: ManyOptions): Promise<ErasureResult>;

  /**
   * The stored changes of one coffee after number `after`, oldest first. The page ends with the change that brings its
   * texts to about a megabyte; it is empty only if there are no more.
   */
  storedChanges(coffeeId: string, after: number): Promise<StoredChange[]>;

  /** The changes with erased words after number `after`, oldest first, in pages like those of `storedChanges`. */
  erasedChanges(after: number): Promise<StoredChange[]>;

  /** The entries of erasures that vouch for changes of this log and are not in it. */
  laterErasures(): Promise<LaterErasure[]>;

  /** The log after change number `after`, exactly as stored, oldest first, at most `limit` changes. */
  changes(after: number, limit: number): Promise<StoredChange[]>;

  /** The idempotency keys of the adds after number `after` and up to number `last`, by number. */
  keys(after: number, last: number): Promise<IdempotentAdd[]>;

  /** Calls `onNews` soon after a change by any process. It may be called once for many changes, or without a change. */
  watch(onNews: () => void): void;

  /** The selected changes, at most `limit`. Newest first, unless the selection has `after`. */
  select(selection: ChangeSelection, limit: number): Promise<readonly ChangeWithStatus[]>;

  /**
   * The first of the changes that `select` returns. The page ends with the change that brings its texts to a megabyte.
   */
  selectPage(selection: ChangeSelection, limit: number): Promise<ChangePage>;

  /** The changes that `select` returns, without their texts. */
  summarise(selection: ChangeSelection, limit: number): Promise<ChangeSummary[]>;

  /** The changes of one coffee without their texts, oldest first, at most `limit`. */
  history(id: string, limit: number): Promise<HistoryEntry[]>;

  /** The texts of coffees after the changes with these numbers; null if the coffee was deleted. */
  states(numbers: readonly number[]): Promise<[number, CoffeeText | null][]>;

  /** Refuses visitors' writes with these words from now on. */
  freeze(freeze: Freeze): Promise<void>;
  thaw(): Promise<void>;
  currentFreeze(): Promise<Freeze | undefined>;

  /** The moves of this place: away from it, and to it. */
  moves(): Promise<Moves>;

  /** Resolves if reads and writes are possible, or will be after a move. Otherwise rejects with what prevents them. */
  ready(): Promise<void>;

  /**
   * A secret for a day, such as 2026-11-23, the same for all processes that share the store. Asking for another day
   * forgets it. Only the day before is an exception, because clocks may differ: it then has the same secret.
   */
  dayKey(day: string): Promise<string>;

  /**
   * Forgets the secrets of all days before this one. In a file, no byte of them remains, unless a reader prevents that;
   * then the next call removes them.
   */
  forgetDayKeys(before: string): Promise<void>;

  close(): Promise<void>;
}
