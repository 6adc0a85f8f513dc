import { createHash } from "node:crypto";
import { erasedInVersion1, ownDigest, type StoredChange } from "./change.ts";
import { coffeeFields, emptyFields, type CoffeeField } from "./coffee.ts";
import { exactFields, exactPrice, parseExact, parseKeepingPriceDigits, type ExactFields } from "./exact-coffee.ts";

/*
 * To erase a value is to take it out of every state of its coffee that had it in that field, whichever change wrote it: an
 * undo, or a visitor who typed it again, would otherwise keep the words. In the stored texts null stands in its place. See
 * decision 0025.
 */

/** Values of one coffee, by their fields, each as JSON. */
export type FieldValues = ReadonlyMap<CoffeeField, ReadonlySet<string>>;

export type ErasurePlan = Readonly<{
  values: FieldValues;
  /** The changes that hold such a value, as they are stored once it is erased. */
  changes: readonly StoredChange[];
  /** The coffee as it is, and as it becomes, or null where nothing is left of it; undefined where it stays as it is. */
  present: Readonly<{ before: ExactFields; after: ExactFields | null }> | undefined;
}>;

/**
 * What erasing the values that the changes `numbers` of one coffee wrote in `fields` does. `history` is all that is stored
 * of the coffee, oldest first.
 */
export function planErasure(
  history: readonly StoredChange[],
  numbers: ReadonlySet<number>,
  fields: readonly CoffeeField[],
): ErasurePlan {
  const values = valuesIn(history, numbers, fields);
  const changes = history.map((change) => withoutValues(change, values)).filter((change, at) => change !== history[at]);
  const left = history.findLast(({ action }) => action !== "erase")?.after ?? null;
  return { values, changes, present: left === null ? undefined : presentWithout(left, values) };
}

/** The same change as it is stored once these values are erased; the very same where it holds none of them. */
export function withoutValues(change: StoredChange, values: FieldValues): StoredChange {
  const [before, after] = [textWithout(change.before, values), textWithout(change.after, values)];
  if (before === change.before && after === change.after) return change;
  return { ...change, before, after, salt: null, own: change.own ?? digestOf(change) };
}

function digestOf(change: StoredChange): string {
  return change.salt === null ? erasedInVersion1 : ownDigest(change);
}

function valuesIn(
  history: readonly StoredChange[],
  numbers: ReadonlySet<number>,
  fields: readonly CoffeeField[],
): FieldValues {
  const values = new Map<CoffeeField, Set<string>>();
  for (const { number, before, after } of history) {
    if (!numbers.has(number) || after === null) continue;
    const [old, present] = [before === null ? undefined : parseExact(before), parseExact(after)];
    for (const field of fields) {
      const value = JSON.stringify(present[field]);
      if (value === '""' || value === JSON.stringify(old?.[field])) continue;
      values.set(field, (values.get(field) ?? new Set()).add(value));
    }
  }
  return values;
}

function textWithout(text: string | null, values: FieldValues): string | null {
  if (text === null) return null;
  const { value, priceDigits } = parseKeepingPriceDigits(text);
  if (typeof value !== "object" || value === null) return text;
  let isErased = false;
  const members = Object.entries(value).map(([name, member]: [string, unknown]) => {
    const exact = name === "price" && typeof member === "number" ? exactPrice(member, priceDigits) : member;
    const field = coffeeFields.find((each) => each === name);
    if (!field || !values.get(field)?.has(JSON.stringify(exact))) return [name, exact];
    isErased = true;
    return [name, null];
  });
  return isErased ? JSON.stringify(Object.fromEntries(members)) : text;
}

function presentWithout(text: string, values: FieldValues): ErasurePlan["present"] {
  const before = parseExact(text);
  const erased = coffeeFields.filter((field) => values.get(field)?.has(JSON.stringify(before[field])));
  if (erased.length === 0) return undefined;
  const after = exactFields({ ...before, ...Object.fromEntries(erased.map((field) => [field, ""])) });
  const isBlank = JSON.stringify(after) === JSON.stringify(exactFields(emptyFields));
  return { before, after: isBlank ? null : after };
}

/** The fields that were erased in a stored text. */
export function erasedFields(text: string | null): CoffeeField[] {
  if (!text?.includes(":null")) return [];
  const value: unknown = JSON.parse(text);
  if (typeof value !== "object" || value === null) return [];
  return coffeeFields.filter((field) => Reflect.get(value, field) === null);
}

/** What an entry of the log with the action `erase` says: why, and of each change that it touched what remains. */
export type Erasure = Readonly<{
  reason: string;
  /** By the numbers of the changes: SHA-256 digests of `remains`. */
  remains: Readonly<Record<string, string>>;
}>;

/** The text of an erasure as the log stores it. */
export function erasureText(reason: string, changes: readonly StoredChange[]): string {
  const erasure: Erasure = {
    reason,
    remains: Object.fromEntries(changes.map((change) => [change.number, remainsDigest(change)])),
  };
  return JSON.stringify(erasure);
}

/** Undefined where the text is none that `erasureText` wrote. */
export function readErasure(text: string | null): Erasure | undefined {
  if (text === null) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isErasure(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isErasure(value: unknown): value is Erasure {
  return (
    typeof value === "object" &&
    value !== null &&
    "reason" in value &&
    typeof value.reason === "string" &&
    "remains" in value &&
    typeof value.remains === "object" &&
    value.remains !== null &&
    Object.values(value.remains).every((digest) => typeof digest === "string")
  );
}

/** The digest of what an erasure left of a change, by which the erasure's entry vouches for it. */
export function remainsDigest(change: StoredChange): string {
  const { number, hash, time, action, coffeeId, before, after, visitor, browser, undoes, fields, own } = change;
  const all = [number, hash, time, action, coffeeId, before, after, visitor, browser, undoes, fields, own];
  return createHash("sha256").update(JSON.stringify(all)).digest("hex");
}
