import { createHash } from "node:crypto";
import { emptyVersion, erasedInVersion1, ownDigest, type StoredChange, type Version } from "./change.ts";
import { emptyFields } from "../coffee.ts";
import { coffeeFields, recordOf, type CoffeeField } from "../fields.ts";
import { coffeeText, exactPrice, fieldsOf, type CoffeeText, type StoredFields } from "../coffee-text.ts";
import { parseKeepingPriceDigits } from "../text/json-digits.ts";

/*
 * Erasing a value removes it from every state of its coffee that had it in that field, whichever change wrote it.
 * Otherwise an undo, or a visitor who typed it again, would keep the words. In stored texts, null replaces the value.
 * See decision 0025.
 */

/** Values of one coffee by field, each as its `valueKey`. */
export type FieldValues = ReadonlyMap<CoffeeField, ReadonlySet<string>>;

/**
 * A step of an erasure, which holds only a page of a coffee's history in memory. `read` requests the stored changes of
 * a coffee after a number, oldest first, at least one if there are more. `rewrite` hands out changes without the erased
 * words.
 */
export type ErasureStep =
  | Readonly<{ kind: "read"; coffeeId: string; after: number }>
  | Readonly<{ kind: "rewrite"; changes: readonly StoredChange[] }>;
export type ErasureSteps<T> = Generator<ErasureStep, T, readonly StoredChange[]>;

/** Runs all steps. `act` returns the page that a `read` requests, and an empty array for a `rewrite`. */
export function runSteps<T>(steps: ErasureSteps<T>, act: (step: ErasureStep) => readonly StoredChange[]): T {
  let next = steps.next();
  while (!next.done) next = steps.next(act(next.value));
  return next.value;
}

/** As `runSteps`, with an asynchronous `act`. */
export async function runStepsAsync<T>(
  steps: ErasureSteps<T>,
  act: (step: ErasureStep) => Promise<readonly StoredChange[]>,
): Promise<T> {
  let next = steps.next();
  while (!next.done) next = steps.next(await act(next.value));
  return next.value;
}

/** The values that these changes of a coffee wrote in `fields`, and the newest change of its history. */
export function* findValues(
  coffeeId: string,
  numbers: ReadonlySet<number>,
  fields: readonly CoffeeField[],
): ErasureSteps<Readonly<{ values: FieldValues; newest: Version }>> {
  const values = new Map<CoffeeField, Set<string>>();
  for (let newest: Version = emptyVersion; ;) {
    const page = yield { kind: "read", coffeeId, after: newest.number };
    for (const change of page) {
      if (!numbers.has(change.number)) continue;
      for (const [field, value] of valuesWritten(change, fields))
        values.set(field, (values.get(field) ?? new Set()).add(valueKey(JSON.stringify(value))));
    }
    const last = page.at(-1);
    if (!last) return { values, newest };
    newest = { number: last.number, hash: last.hash };
  }
}

export type ErasedCoffee = Readonly<{
  /** `remainsDigest` of each change that had such a value, by number. */
  remains: ReadonlyMap<number, string>;
  /** The text of the coffee as it is, or was last, before the erasure. Null if there is none. */
  latest: string | null;
  /**
   * The coffee now and after the erasure; `after` is null if nothing is left of it. Undefined if the coffee does not
   * change.
   */
  present: Readonly<{ before: CoffeeText; after: CoffeeText | null }> | undefined;
}>;

/** Removes values from all changes of a coffee. */
export function* eraseValues(coffeeId: string, values: FieldValues): ErasureSteps<ErasedCoffee> {
  const remains = new Map<number, string>();
  let [before, after]: (string | null)[] = [null, null];
  for (let number = 0; ;) {
    const page = yield { kind: "read", coffeeId, after: number };
    const changes = page.map((change) => withoutValues(change, values)).filter((change, at) => change !== page[at]);
    for (const change of changes) remains.set(change.number, remainsDigest(change));
    if (changes.length > 0) yield { kind: "rewrite", changes };
    for (const change of page) if (change.action !== "erase") ({ before, after } = change);
    const last = page.at(-1);
    if (!last) break;
    ({ number } = last);
  }
  const present = after ? presentWithout(after, values) : undefined;
  return { remains, latest: after ?? before ?? null, present };
}

/** The change without these values, as it will be stored. Returns `change` itself if it has none of them. */
export function withoutValues(change: StoredChange, values: FieldValues): StoredChange {
  const [before, after] = [textWithout(change.before, values), textWithout(change.after, values)];
  if (before === change.before && after === change.after) return change;
  return { ...change, before, after, salt: null, own: change.own ?? digestOf(change) };
}

function digestOf(change: StoredChange): string {
  return change.salt === null ? erasedInVersion1 : ownDigest(change);
}

/** The values that a change wrote in these fields, without those that it emptied. */
export function valuesWritten(
  { before, after }: Pick<StoredChange, "before" | "after">,
  fields: readonly CoffeeField[],
): [CoffeeField, StoredFields[CoffeeField]][] {
  if (after === null) return [];
  const [old, present] = [before === null ? undefined : fieldsOf(before), fieldsOf(after)];
  return fields
    .map((field): [CoffeeField, StoredFields[CoffeeField]] => [field, present[field]])
    .filter(([field, value]) => value !== "" && JSON.stringify(value) !== JSON.stringify(old?.[field]));
}

const longestKey = 64;

/**
 * A short key of a value, given as JSON: the value itself, or its digest if it is long. Thousands of keys then take
 * little memory.
 */
function valueKey(json: string): string {
  return json.length <= longestKey ? json : createHash("sha256").update(json).digest("hex");
}

function textWithout(text: string | null, values: FieldValues): string | null {
  if (text === null) return null;
  const { value, priceDigits } = parseKeepingPriceDigits(text);
  if (typeof value !== "object" || value === null) return text;
  let isErased = false;
  const members = Object.entries(value).map(([name, member]: [string, unknown]) => {
    const exact = name === "price" && typeof member === "number" ? exactPrice(member, priceDigits) : member;
    const field = coffeeFields.find((each) => each === name);
    if (!field || !hasValue(values, field, exact)) return [name, exact];
    isErased = true;
    return [name, null];
  });
  return isErased ? JSON.stringify(Object.fromEntries(members)) : text;
}

function hasValue(values: FieldValues, field: CoffeeField, value: unknown): boolean {
  const keys = values.get(field);
  return keys !== undefined && keys.has(valueKey(JSON.stringify(value)));
}

function presentWithout(text: string, values: FieldValues): ErasedCoffee["present"] {
  const before = fieldsOf(text);
  const erased = coffeeFields.filter((field) => hasValue(values, field, before[field]));
  if (erased.length === 0) return undefined;
  const after = coffeeText({ ...before, ...recordOf(erased, () => "") });
  return { before: coffeeText(before), after: after === coffeeText(emptyFields) ? null : after };
}

/** The erased fields of a stored text. */
export function erasedFields(text: string | null): CoffeeField[] {
  if (!text?.includes(":null")) return [];
  const value: unknown = JSON.parse(text);
  if (typeof value !== "object" || value === null) return [];
  return coffeeFields.filter((field) => Reflect.get(value, field) === null);
}

/** The content of an `erase` entry: the reason, and a digest of what remains of each change. */
export type Erasure = Readonly<{
  reason: string;
  /** SHA-256 digests of what remains of the changes, by number; see `remainsDigest`. */
  remains: Readonly<Record<string, string>>;
}>;

/** The content of an `erase` entry as stored. */
export function erasureText(reason: string, remains: ReadonlyMap<number, string>): string {
  const erasure: Erasure = { reason, remains: Object.fromEntries(remains) };
  return JSON.stringify(erasure);
}

/** Parses what `erasureText` wrote; undefined for any other text. */
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

/**
 * The digest of what an erasure left of a change. The entry of the erasure contains it, and so vouches for the change.
 */
export function remainsDigest(change: StoredChange): string {
  const { number, hash, time, action, coffeeId, before, after, visitor, browser, undoes, fields, own } = change;
  const all = [number, hash, time, action, coffeeId, before, after, visitor, browser, undoes, fields, own];
  return createHash("sha256").update(JSON.stringify(all)).digest("hex");
}

/**
 * A change after an erasure, with a digest in place of its texts. Enough to tell whether a copy of the log still has
 * the words.
 */
export type ErasedChange = Version & Readonly<{ coffeeId: string; texts: string }>;

export function erasedChange({ number, hash, coffeeId, before, after }: ChangeTexts): ErasedChange {
  return { number, hash, coffeeId, texts: textsDigest(before, after) };
}

/** The columns that `erasedChange` reads. */
export type ChangeTexts = Pick<StoredChange, "number" | "hash" | "coffeeId" | "before" | "after">;

export function textsDigest(before: string | null, after: string | null): string {
  return createHash("sha256")
    .update(JSON.stringify([before, after]))
    .digest("hex");
}
