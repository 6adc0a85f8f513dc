import { hash as digestOf } from "node:crypto";
import { coffeeFields, fieldDefinitions, type CoffeeField } from "../fields.ts";
import { fieldsOf, type CoffeeText, type ExactPrice } from "../coffee-text.ts";

/** What a change does to its coffee. `erase` takes words out of earlier changes and does nothing to the coffee itself. */
export type Action = "add" | "replace" | "remove" | "erase";

/** What a change says, before it takes its place in the log. `before` and `after` are null where there was no coffee. */
export type ChangeEntry = Readonly<{
  /** RFC 3339, UTC, milliseconds. */
  time: string;
  action: Action;
  coffeeId: string;
  before: CoffeeText | null;
  after: CoffeeText | null;
  /** A pseudonym of who wrote, or null where nobody was told apart. */
  visitor: string | null;
  /** A pseudonym of the browser that sent the write, or null where it named none. */
  browser: string | null;
  /** The number of the change that this one undoes, or null. */
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
export type Change = ChangeEntry &
  Version &
  Readonly<{
    /** The fields of which the shop has erased the value before or after, which reads as empty; absent where none was. */
    erasedBefore?: readonly CoffeeField[];
    erasedAfter?: readonly CoffeeField[];
  }>;

/** An entry with what the log adds to it. Its hash covers the texts to the letter. */
export type SaltedEntry = ChangeEntry &
  Readonly<{
    /** Random digits under the hash, so that nobody can test a guess of an erased text; null in version 1 of the log. */
    salt: string | null;
    /** What an erasure removed and why, as JSON; null in every other change. */
    erasure: string | null;
    /** The fields that got another value, as bits; see `fieldMask`. */
    fields: number;
  }>;

/** A change as the log stores it, to the letter. It stays inside the shop: who has a salt can test guesses of its texts. */
export type StoredChange = SaltedEntry &
  Version &
  Readonly<{
    /** The digest of an entry that was erased; null while the entry is whole, as its digest can be computed then. */
    own: string | null;
  }>;

/** An entry as the log will store it. */
export function saltedEntry(entry: ChangeEntry, salt: string): SaltedEntry {
  return { ...entry, salt, erasure: null, fields: fieldMask(entry.before, entry.after) };
}

/** The catalogue before its first change. */
export const emptyVersion: Version = { number: 0, hash: "" };

/**
 * Appends an entry to the log's hash chain, version 2: its hash covers the hash before it, its number, and a digest of its
 * own over the salt and all that the entry says. See decision 0024.
 */
export function chain(entry: SaltedEntry, previous: Version): StoredChange {
  const number = previous.number + 1;
  return { ...entry, own: null, number, hash: hashOver(previous, number, ownDigest(entry)) };
}

/**
 * The hash that a stored change must have after the one before it. Undefined for an erased change of version 1, whose hash
 * covers the texts themselves: there the entry of the erasure vouches for it.
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

/** Stands in place of the digest of an erased change of version 1, which has none. */
export const erasedInVersion1 = "erased";

/** The digest of all that an entry says, without its place in the log. */
export function ownDigest(entry: SaltedEntry): string {
  const { salt, time, action, coffeeId, before, after, visitor, browser, undoes, erasure } = entry;
  const [head, tail] = [
    JSON.stringify([salt, time, action, coffeeId]),
    JSON.stringify([visitor, browser, undoes, erasure]),
  ];
  return sha256(`${head}\n${before ?? ""}\n${after ?? ""}\n${tail}`);
}

/** One JSON array, with the texts in it as they are stored. */
function hashInputOfVersion1(change: StoredChange, previous: Version): string {
  const { number, time, action, coffeeId, before, after, visitor, undoes } = change;
  const head = JSON.stringify([previous.hash, number, time, action, coffeeId]).slice(0, -1);
  return `${head},${before ?? "null"},${after ?? "null"},${JSON.stringify([visitor, undoes]).slice(1)}`;
}

function sha256(text: string): string {
  return digestOf("sha256", text);
}

/**
 * The fields that a change gave another value, as the bits that `fieldDefinitions` gives them: all of them where it added a coffee,
 * none where it removed one. Prices are compared to the digit.
 */
export function fieldMask(before: CoffeeText | null, after: CoffeeText | null): number {
  if (after === null) return 0;
  const [old, present] = [before === null ? null : fieldsOf(before), fieldsOf(after)];
  return coffeeFields.reduce((mask, field) => {
    return old && sameValue(old[field], present[field]) ? mask : mask | (1 << fieldDefinitions[field].bit);
  }, 0);
}

function sameValue(one: ExactPrice, other: ExactPrice): boolean {
  if (typeof one === "string" || typeof other === "string") return one === other;
  return one.rawJSON === other.rawJSON;
}

/** The fields in a mask of `fieldMask`. */
export function fieldsIn(mask: number): CoffeeField[] {
  return coffeeFields.filter((field) => mask & (1 << fieldDefinitions[field].bit));
}
