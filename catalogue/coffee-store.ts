import type { Action, Change, StoredChange, Version } from "./log/change.ts";
import type { CoffeeField } from "./fields.ts";
import type { CoffeeText } from "./coffee-text.ts";
import type { HistoryEntry, SupersededFields } from "./log/undo.ts";

/** A coffee with its id. */
export type IdentifiedCoffee = Readonly<{ id: string; text: CoffeeText }>;

/** A coffee, and the change that last wrote it. */
export type StoredCoffee = IdentifiedCoffee & Readonly<{ version: Version }>;

/** With its place in the list: the number of the change that added it first. */
export type ListedRow = StoredCoffee & Readonly<{ place: number }>;

/** A write of one coffee. */
export type MadeChange = Version & Readonly<{ coffeeId: string }>;

/** What a change made of a coffee: its text, or null where it is gone; and its place in the list. */
export type FollowedChange = MadeChange & Readonly<{ action: Action; after: CoffeeText | null; place: number }>;

export type CoffeeList = Readonly<{ coffees: readonly IdentifiedCoffee[]; version: Version }>;

/** Which versions a write may overwrite: those of these names (`versionName`), or all up to a number. */
export type Precondition = Readonly<{ names: readonly string[] } | { upTo: number }>;

/** Who writes, as pseudonyms or null where nobody is told apart, and when. */
export type Author = Readonly<{ visitor: string | null; browser?: string | null; at: Date }>;

/** The pseudonym of whoever runs the shop. A frozen shop takes the operator's writes and no others. */
export const operator = "operator";

/** Which changes of the log are meant: those for which all that is given holds. */
export type ChangeSelection = Readonly<{
  numbers?: readonly number[];
  coffeeId?: string;
  /** A name as `visitorOf` gives it. */
  visitor?: string;
  /** A pseudonym of an address, whichever browsers behind it wrote. */
  network?: string;
  /** From then on, and up to then; both included. */
  since?: Date;
  until?: Date;
  /** Below this number. */
  before?: number;
  /** Above this number; they are then told oldest first. */
  after?: number;
  /** Whether entries of erasures are meant as well. */
  withErasures?: boolean;
}>;

/** When words of a change were erased last, and why. */
export type ErasureNote = Readonly<{ time: string; reason: string }>;

/** A change, and whether it is undone at present. What was erased in its texts is empty there. */
export type ChangeWithStatus = Change &
  Readonly<{
    isUndone: boolean;
    /** Of a change with `erasedBefore` or `erasedAfter`, and of the entry of an erasure itself. */
    erased?: ErasureNote;
  }>;

/** Which words to erase: those that changes of these numbers wrote, in these fields, and why. */
export type ErasureRequest = Readonly<{
  numbers: readonly number[];
  fields: readonly CoffeeField[];
  reason: string;
}>;

/** What came of an erasure: the entries that it added to the log, and how many changes it took words out of. */
export type ErasureResult = Readonly<{ changes: readonly MadeChange[]; touched: number }>;

/** The entry of an erasure that is not in a log itself, as of a backup that was rewritten, and the hash before it. */
export type LaterErasure = Readonly<{ previous: string; change: StoredChange }>;

/** A part of the selected changes. `hasMore` says whether others follow it. */
export type ChangePage = Readonly<{ changes: readonly ChangeWithStatus[]; hasMore: boolean }>;

/** A change without its texts, of which `bytes` is the size. */
export type ChangeSummary = Pick<
  ChangeWithStatus,
  "number" | "time" | "action" | "coffeeId" | "visitor" | "undoes" | "isUndone"
> &
  Readonly<{ bytes: number }>;

/** What came of an undo: the changes that it made, and what stays since it was written again later. */
export type UndoResult = Readonly<{ changes: readonly MadeChange[]; kept: readonly SupersededFields[] }>;

/** A coffee on its way in; without an id it gets a new one. */
export type IncomingCoffee = Readonly<{ id: string | undefined; text: CoffeeText }>;

/** The key that the visitor gave an add, and the number of its change. */
export type IdempotentAdd = Readonly<{ key: string; number: number }>;

/** For a write of many coffees at once. */
export type ManyOptions = Readonly<{
  precondition?: Readonly<{ upTo: number }> | undefined;
  onProgress?: ((done: number, all: number) => void) | undefined;
}>;

export type Freeze = Readonly<{ since: string; words: string }>;

/** A move of the shop from one place to another, as one of the two tells of it. See decision 0028. */
export type Move = Readonly<{
  id: string;
  /** The other place: a directory, or a database without its password. */
  place: string;
  since: string;
  /** Whether it is over: a place that was left this way is never written again, one that was come to is the shop. */
  isDone: boolean;
  /** The newest change that is moved. */
  version: Version;
  /** The host and the process that moves it. */
  mover: string;
  /** In milliseconds since 1970: until then an unfinished move keeps the place that is left from being written. */
  leaseUntil: number;
}>;

/** The move that leads away from a place, and the one that led there; undefined where there was none. */
export type Moves = Readonly<{ to: Move | undefined; from: Move | undefined }>;

/**
 * Where coffees are kept. Every write is one transaction that appends to the log and updates the coffees that the log
 * explains; it resolves only once it is durable. Any call may reject with a `storage-full`, `storage-busy`,
 * `storage-failed` or `storage-unreachable` fault, and then has changed nothing; any write with `frozen`, unless the
 * operator is its author, with `moving` while the shop moves or once it has moved, whoever is its author, with
 * `catalogue-full` where it makes the catalogue larger than the store was opened for, and with
 * `storage-unknown` where nobody can tell whether it was made.
 */
export interface CoffeeStore {
  /** All coffees in the order of their adding, which they keep for ever. */
  list(): Promise<CoffeeList>;

  /**
   * The newest change that is durable, whoever made it before this call: what `list` would answer, at a small fraction of
   * its cost. What is learned for one request may serve all that are read in its turn of the event loop, unless it is asked
   * for beside requests, as from a timer.
   */
  version(isBeside?: boolean): Promise<Version>;

  /**
   * The coffees behind `place`, in the order of the list, at most `limit`, and about 1 MB at most; none only where there are
   * none. Of no later change than `version` then tells.
   */
  page(place: number, limit: number): Promise<ListedRow[]>;

  /** The durable changes after `after`, oldest first, at most `limit`; none where the log does not lead on from there. */
  follow(after: Version, limit: number): Promise<FollowedChange[]>;

  /** What all coffees count for, of which there may be a limit: their texts in bytes, and some more for each. */
  catalogueBytes(): Promise<number>;

  /** One coffee, or undefined where there is none with this id. */
  find(id: string): Promise<StoredCoffee | undefined>;

  /** The id of the coffee after this one in the list, or undefined where it is the last or not there. */
  idAfter(id: string): Promise<string | undefined>;

  /**
   * Adds a coffee at the end of the list, under an id greater than all before it. Under a key that an add was given before,
   * whoever made it, it adds nothing and resolves to what that one did, in a frozen shop too; or rejects with `key-reused`
   * where that one had other fields.
   */
  add(text: CoffeeText, by: Author, key?: string): Promise<MadeChange>;

  /**
   * Replaces all eight fields. Resolves to undefined, and writes nothing, where nothing differs.
   * Rejects with `unknown-coffee`, or `changed-meanwhile` where the precondition does not hold.
   */
  replace(id: string, text: CoffeeText, by: Author, precondition?: Precondition): Promise<MadeChange | undefined>;

  /** Removes a coffee; undefined where there is none. Rejects with `changed-meanwhile` like `replace`. */
  remove(id: string, by: Author, precondition?: Precondition): Promise<MadeChange | undefined>;

  /**
   * Undoes the changes of these numbers, all or none, as `planUndo` says; a removed coffee comes back under its id
   * and at its place. Rejects with `unknown-change` where there is no change of a number, `changed-meanwhile` where the
   * precondition does not hold for the newest change of each of their coffees, or `undo-too-large`. `onProgress` hears how
   * many coffees are done.
   */
  undo(numbers: readonly number[], by: Author, options?: ManyOptions): Promise<UndoResult>;

  /**
   * Brings coffees in, all or none, in their order: those with a known id replace what is there, the others are added.
   * With `isWhole`, coffees that are not among them are removed. Rejects with `changed-meanwhile` where the precondition
   * does not hold for the newest change of all. `onProgress` hears how many coffees are done.
   */
  importAll(
    coffees: readonly IncomingCoffee[],
    by: Author,
    isWhole: boolean,
    options?: ManyOptions,
  ): Promise<readonly MadeChange[]>;

  /**
   * Erases words from all changes of their coffees, in one transaction, as `eraseValues` says. Where such words are in a
   * coffee at present, it is changed too, or removed where nothing is left of it. Rejects like `undo`.
   */
  erase(request: ErasureRequest, by: Author, options?: ManyOptions): Promise<ErasureResult>;

  /**
   * All that is stored of one coffee after change number `after`, oldest first, up to the change with which the texts come to
   * about a megabyte; none only where there are none.
   */
  storedChanges(coffeeId: string, after: number): Promise<StoredChange[]>;

  /** The changes with erased words after number `after`, oldest first, as many as `stored` gives at once. */
  erasedChanges(after: number): Promise<StoredChange[]>;

  /** The entries of erasures that vouch for changes of this log and are not in it themselves. */
  laterErasures(): Promise<LaterErasure[]>;

  /** The log after change number `after`, to the letter, oldest first, at most `limit` changes. */
  changes(after: number, limit: number): Promise<StoredChange[]>;

  /** The keys of the adds among the changes after number `after` and up to number `last`, by number. */
  keys(after: number, last: number): Promise<IdempotentAdd[]>;

  /** Calls `onNews` soon after any change that `version` tells of, whoever made it; maybe once for many, and maybe for none. */
  watch(onNews: () => void): void;

  /** The selected changes, newest first unless the selection says otherwise, at most `limit`. */
  select(selection: ChangeSelection, limit: number): Promise<readonly ChangeWithStatus[]>;

  /** The first of the same changes. The page ends after the change that brings its texts to a megabyte. */
  selectPage(selection: ChangeSelection, limit: number): Promise<ChangePage>;

  /** The same changes as `select`, without reading their texts. */
  summarise(selection: ChangeSelection, limit: number): Promise<ChangeSummary[]>;

  /** The changes of one coffee without their texts, oldest first, at most `limit`. */
  history(id: string, limit: number): Promise<HistoryEntry[]>;

  /** What the changes of these numbers left of their coffees; null where they left none. */
  states(numbers: readonly number[]): Promise<[number, CoffeeText | null][]>;

  /** Writes of visitors are refused with these words from now on. */
  freeze(freeze: Freeze): Promise<void>;
  thaw(): Promise<void>;
  currentFreeze(): Promise<Freeze | undefined>;

  /** Whether the shop moves away from here or has moved, and where it came from. */
  moves(): Promise<Moves>;

  /** Resolves while reads and writes can go ahead, or will once a move is over; else rejects with what is in their way. */
  ready(): Promise<void>;

  /**
   * A secret for this day, as 2026-11-23, the same for all who share the store. It is forgotten once another day is asked
   * for, save the day before, which then has the same: their clocks may differ.
   */
  dayKey(day: string): Promise<string>;

  /**
   * Forgets the secrets of days before this one, as 2026-11-24. In a file no byte of them is left, unless a reader is in the
   * way: then the next call removes it.
   */
  forgetDayKeys(before: string): Promise<void>;

  close(): Promise<void>;
}
