import { hash as digestOf } from "node:crypto";
import { coffeeFields, fieldDefinitions, type CoffeeField } from "../fields.ts";
import { fieldsOf, type CoffeeText, type ExactPrice } from "../coffee-text.ts";

/**
 * What a change does to its coffee. `erase` takes words out of earlier changes, and does nothing to the coffee itself.
 */
export type Action = "add" | "replace" | "remove" | "erase";

/**
 * A change before it has a place in the log. `before` is null if the change adds the coffee, `after` if it removes it.
 */
export type ChangeEntry = Readonly<{
  /** RFC 3339, UTC, milliseconds. */
  time: string;
  action: Action;
  coffeeId: string;
  before: CoffeeText | null;
  after: CoffeeText | null;
  /** The pseudonym of the author's address, or null if visitors are not told apart. */
  visitor: string | null;
  /** The pseudonym of the browser that sent the write, or null if it sent no key. */
  browser: string | null;
  /** The number of the change that this one undoes, or null. */
  undoes: number | null;
}>;

/** A state of the catalogue, or of one coffee, named by the change that led to it. */
export type Version = Readonly<{ number: number; hash: string }>;

/** A short name of a version for clients. Beside a number, the first digits of the hash are enough. */
export function versionName({ number, hash }: Version): string {
  return `${number}.${hash.slice(0, namedDigits)}`;
}

const namedDigits = 16;

/** One entry of the log. Numbers run 1, 2, 3, … in the order of commits, without a gap. */
export type Change = ChangeEntry &
  Version &
  Readonly<{
    /** The fields whose values before or after were erased, and are read as empty. Absent if there are none. */
    erasedBefore?: readonly CoffeeField[];
    erasedAfter?: readonly CoffeeField[];
  }>;

/** A change entry with the columns that the log adds. Its hash covers its texts exactly as stored. */
export type SaltedEntry = ChangeEntry &
  Readonly<{
    /**
     * Random hex digits that the hash covers, so that nobody can test a guess of an erased text. Null in version 1 of
     * the log.
     */
    salt: string | null;
    /** What an erasure erased and why, as JSON. Null in every other change. */
    erasure: string | null;
    /** The fields that the change gave another value, as bits; see `fieldMask`. */
    fields: number;
  }>;

/** A change exactly as stored. It never leaves the shop, because anyone with its salt can test guesses of its texts. */
export type StoredChange = SaltedEntry &
  Version &
  Readonly<{
    /** The digest of an entry from which words were erased. Null otherwise, since the digest can then be computed. */
    own: string | null;
  }>;

/** An entry with its salt and its field mask. */
export function saltedEntry(entry: ChangeEntry, salt: string): SaltedEntry {
  return { ...entry, salt, erasure: null, fields: fieldMask(entry.before, entry.after) };
}

/** The catalogue before its first change. */
export const emptyVersion: Version = { number: 0, hash: "" };

/**
 * Appends an entry to the hash chain of the log, version 2. Its hash covers the previous hash, its number, and a digest
 * of its salt and its content. See decision 0024.
 */
export function chain(entry: SaltedEntry, previous: Version): StoredChange {
  const number = previous.number + 1;
  return { ...entry, own: null, number, hash: hashOver(previous, number, ownDigest(entry)) };
}

/**
 * The hash that a stored change must have after the one before it. Undefined for an erased change of version 1: its
 * hash covered the texts themselves, so only the entry of the erasure vouches for it.
 */
export function hashAfter(change: StoredChange, previous: Version): string | undefined {
  const { number, salt, own } = change;
  if (own === erasedInVersion1) return undefined;
  if (own === null && salt === null) return sha256(hashInputOfVersion1(change, previous));
  return hashOver(previous, number, own ?? ownDigest(change));
}

function hashOver(previous: Version, number: number, digest: string): string {
  return sha256(JSON.stringify([previous.hash, number, digest]));
}

/** Stored in place of the digest of an erased change of version 1, which has none. */
export const erasedInVersion1 = "erased";

/** The digest of an entry's content, without its place in the log. */
export function ownDigest(entry: SaltedEntry): string {
  const { salt, time, action, coffeeId, before, after, visitor, browser, undoes, erasure } = entry;
  const [head, tail] = [
    JSON.stringify([salt, time, action, coffeeId]),
    JSON.stringify([visitor, browser, undoes, erasure]),
  ];
  return sha256(`${head}\n${before ?? ""}\n${after ?? ""}\n${tail}`);
}

/** The input of a version 1 hash: one JSON array that contains the texts as stored. */
function hashInputOfVersion1(change: StoredChange, previous: Version): string {
  const { number, time, action, coffeeId, before, after, visitor, undoes } = change;
  const head = JSON.stringify([previous.hash, number, time, action, coffeeId]).slice(0, -1);
  return `${head},${before ?? "null"},${after ?? "null"},${JSON.stringify([visitor, undoes]).slice(1)}`;
}

function sha256(text: string): string {
  return digestOf("sha256", text);
}

/**
 * The fields that a change gave another value, as a mask of their bits in `fieldDefinitions`. All fields if it added a
 * coffee, none if it removed one. Prices are compared by their digits.
 */
export function fieldMask(before: CoffeeText | null, after: CoffeeText | null): number {
  if (after === null) return 0;
  const [old, present] = [before === null ? null : fieldsOf(before), fieldsOf(after)];
  return coffeeFields.reduce((mask, field) => {
    return old && sameValue(old[field], present[field]) ? mask : mask | (1 << fieldDefinitions[field].bit);
  }, 0);
}

function sameValue(one: ExactPrice, other: ExactPrice): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** The fields of a mask. */
export function fieldsIn(mask: number): CoffeeField[] {
  return coffeeFields.filter((field) => mask & (1 << fieldDefinitions[field].bit));
}
