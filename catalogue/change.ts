import { createHash } from "node:crypto";
import type { ExactFields } from "./exact-coffee.ts";

export type Action = "add" | "replace" | "remove";

/** What a change says, before it takes its place in the log. `before` and `after` are null where there was no coffee. */
export type ChangeEntry = Readonly<{
  /** RFC 3339, UTC, milliseconds. */
  time: string;
  action: Action;
  coffeeId: string;
  before: ExactFields | null;
  after: ExactFields | null;
  /** A pseudonym of who wrote, or null where nobody was told apart. */
  visitor: string | null;
  /** The number of the change that this one takes back, or null. */
  undoes: number | null;
}>;

/** Names a state of the catalogue, or of one coffee, by the change that led to it. */
export type Version = Readonly<{ number: number; hash: string }>;

/** What a client that has seen a version may name it by: the beginning of a hash is enough beside a number. */
export function versionName({ number, hash }: Version): string {
  return `${number}.${hash.slice(0, namedDigits)}`;
}

const namedDigits = 16;

/** One line of the log that explains every coffee. Numbers run 1, 2, 3, … in the order of commits, without a gap. */
export type Change = ChangeEntry & Version;

/** The catalogue before its first change. */
export const emptyVersion: Version = { number: 0, hash: "" };

/** Appends an entry to the log's hash chain: each hash covers its entry and the hash before it. See decision 0004. */
export function chain(entry: ChangeEntry, previous: Version): Change {
  const number = previous.number + 1;
  const { time, action, coffeeId, before, after, visitor, undoes } = entry;
  const covered = JSON.stringify([previous.hash, number, time, action, coffeeId, before, after, visitor, undoes]);
  return { ...entry, number, hash: createHash("sha256").update(covered).digest("hex") };
}
