import type { Change, Version } from "./change.ts";
import type { ExactCoffee, ExactFields } from "./exact-coffee.ts";

/** A coffee, and the change that last wrote it. */
export type KeptCoffee = Readonly<{ coffee: ExactCoffee; version: Version }>;

export type CoffeeList = Readonly<{ coffees: readonly ExactCoffee[]; version: Version }>;

/** Says whether a write may go ahead on the version that it would overwrite. */
export type Precondition = (current: Version) => boolean;

/**
 * Where coffees are kept. Every write is one transaction that appends a change to the log and updates the coffees that
 * the log explains; it resolves only once it is durable. Any call may reject with a `storage-full` or `storage-busy`
 * fault, and then has changed nothing.
 */
export interface CoffeeStore {
  /** All coffees in the order of their adding, which they keep for ever. */
  list(): Promise<CoffeeList>;

  /** The version that `list` would answer, at a small fraction of its cost. */
  version(): Promise<Version>;

  /** One coffee, or undefined where there is none with this id. */
  find(id: string): Promise<KeptCoffee | undefined>;

  /** Adds a coffee at the end of the list, under an id greater than all before it. */
  add(fields: ExactFields, at: Date): Promise<Change>;

  /**
   * Replaces all eight fields. Resolves to undefined, and writes nothing, where nothing differs.
   * Rejects with `unknown-coffee`, or `changed-meanwhile` where the precondition does not hold.
   */
  replace(id: string, fields: ExactFields, at: Date, precondition?: Precondition): Promise<Change | undefined>;

  /** Removes a coffee; undefined where there is none. Rejects with `changed-meanwhile` like `replace`. */
  remove(id: string, at: Date, precondition?: Precondition): Promise<Change | undefined>;

  /** The log after change number `after`, oldest first, at most `limit` changes. */
  changes(after: number, limit: number): Promise<Change[]>;

  close(): Promise<void>;
}
