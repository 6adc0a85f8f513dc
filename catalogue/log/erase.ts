import { createHash } from "node:crypto";
import { emptyVersion, erasedInVersion1, ownDigest, type StoredChange, type Version } from "./change.ts";
import { emptyFields } from "../coffee.ts";
import { coffeeFields, recordOf, type CoffeeField } from "../fields.ts";
import { coffeeText, exactPrice, fieldsOf, type CoffeeText, type StoredFields } from "../coffee-text.ts";
import { parseKeepingPriceDigits } from "../json-digits.ts";

/*
 * To erase a value is to take it out of every state of its coffee that had it in that field, whichever change wrote it: an
 * undo, or a visitor who typed it again, would otherwise keep the words. In the stored texts null stands in its place. See
 * decision 0025.
 */

/** Values of one coffee, by their fields, each as `valueKey` names it. */
export type FieldValues = ReadonlyMap<CoffeeField, ReadonlySet<string>>;

/**
 * One step of an erasure, which holds a page of a coffee's history in memory and never all of it: asks for the stored
 * changes of a coffee after a number, oldest first, at least one while there are any; or hands out changes as they are left.
 */
export type ErasureStep =
  | Readonly<{ kind: "read"; coffeeId: string; after: number }>
  | Readonly<{ kind: "rewrite"; changes: readonly StoredChange[] }>;
export type ErasureSteps<T> = Generator<ErasureStep, T, readonly StoredChange[]>;

/** Runs the steps to their end. `act` answers a read with its page, and anything else with nothing. */
export function runSteps<T>(steps: ErasureSteps<T>, act: (step: ErasureStep) => readonly StoredChange[]): T {
  let next = steps.next();
  while (!next.done) next = steps.next(act(next.value));
  return next.value;
}

/** The same where pages have to be waited for. */
export async function runStepsAsync<T>(
  steps: ErasureSteps<T>,
  act: (step: ErasureStep) => Promise<readonly StoredChange[]>,
): Promise<T> {
  let next = steps.next();
  while (!next.done) next = steps.next(await act(next.value));
  return next.value;
}

/** The values that the changes `numbers` of a coffee wrote in `fields`, and the newest change of its history. */
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
  /** By the numbers of the changes that held such a value: `remainsDigest` of each. */
  remains: ReadonlyMap<number, string>;
  /** The text of the coffee as it is, or was last, before the erasure; null where there is none. */
  latest: string | null;
  /** The coffee as it is, and as it becomes, or null where nothing is left of it; undefined where it stays as it is. */
  present: Readonly<{ before: CoffeeText; after: CoffeeText | null }> | undefined;
}>;

/** Takes values out of all changes of a coffee. */
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

/** The same change as it is stored once these values are erased; the very same where it holds none of them. */
export function withoutValues(change: StoredChange, values: FieldValues): StoredChange {
  const [before, after] = [textWithout(change.before, values), textWithout(change.after, values)];
  if (before === change.before && after === change.after) return change;
  return { ...change, before, after, salt: null, own: change.own ?? digestOf(change) };
}

function digestOf(change: StoredChange): string {
  return change.salt === null ? erasedInVersion1 : ownDigest(change);
}

/** What a change wrote in these fields, without what it emptied. */
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

/** Names a value, given as JSON, by itself where it is short and else by its digest, so that thousands of them take little room. */
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
export function erasureText(reason: string, remains: ReadonlyMap<number, string>): string {
  const erasure: Erasure = { reason, remains: Object.fromEntries(remains) };
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

/** What an erasure left of a change, without its texts: enough to see whether a copy of the log holds more of it. */
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
