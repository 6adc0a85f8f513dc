import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { chain, emptyVersion, erasedInVersion1, ownDigest, saltedEntry, type StoredChange } from "./change.ts";
import { emptyFields } from "../coffee.ts";
import { coffeeFields, type CoffeeField, recordOf } from "../fields.ts";
import {
  erasedFields,
  erasureText,
  eraseValues,
  findValues,
  erasedChange,
  readErasure,
  remainsDigest,
  runSteps,
  runStepsAsync,
  textsDigest,
  valuesWritten,
  withoutValues,
  type ErasureStep,
} from "./erase.ts";
import { coffeeText, fieldsOf, type CoffeeText, type StoredFields } from "../coffee-text.ts";

const latte = "6b0190b23dc1a96a2b10c4b9";
const pageSize = 2;

function coffee(fields: Partial<StoredFields> = {}): CoffeeText {
  return coffeeText({ ...fieldsOf(coffeeText({ ...emptyFields, name: "Latte" })), ...fields });
}

/** The stored text of a coffee after these fields were erased. */
function withoutFields(text: CoffeeText, ...gone: readonly CoffeeField[]): string {
  return JSON.stringify({ ...JSON.parse(text), ...recordOf(gone, () => null) });
}

/** A price with exactly the digits of `json`. */
function price(json: string) {
  return fieldsOf(`{"price":${json}}`).price;
}

/** The log of one coffee with these states. */
function logOf(...states: readonly (CoffeeText | null)[]): StoredChange[] {
  const log: StoredChange[] = [];
  let before: CoffeeText | null = null;
  for (const after of states) {
    const action = before ? (after ? "replace" : "remove") : "add";
    const entry = { time: "2026-11-23T12:00:00.000Z", action, coffeeId: latte, before, after, undoes: null } as const;
    log.push(chain(saltedEntry({ ...entry, visitor: "ada", browser: null }, "5a17"), log.at(-1) ?? emptyVersion));
    before = after;
  }
  return log;
}

/** Answers reads with pages of a log, and records the reads and the rewritten changes. */
function reader(log: readonly StoredChange[]) {
  const readsAfter: number[] = [];
  const left: StoredChange[] = [];
  const act = (step: ErasureStep): readonly StoredChange[] => {
    if (step.kind === "rewrite") {
      expect(step.changes).not.toEqual([]);
      left.push(...step.changes);
      return [];
    }
    expect(step.coffeeId).toBe(latte);
    readsAfter.push(step.after);
    return log.filter(({ number }) => number > step.after).slice(0, pageSize);
  };
  return { readsAfter, left, act };
}

/** Erases what these changes of a log wrote in these fields. */
function erase(
  log: readonly StoredChange[],
  numbers: readonly number[],
  fields: readonly CoffeeField[] = coffeeFields,
) {
  const { values, newest } = runSteps(findValues(latte, new Set(numbers), fields), reader(log).act);
  const { readsAfter, left, act } = reader(log);
  return { ...runSteps(eraseValues(latte, values), act), values, newest, readsAfter, left };
}

const onlyValue = (field: CoffeeField, value: string) => new Map([[field, new Set([JSON.stringify(value)])]]);

const priceIn = (text: string | null): unknown => JSON.parse(text ?? "{}").price;

const texts = (changes: readonly StoredChange[]) => changes.map(({ number, before, after }) => [number, before, after]);

test("a value is erased from every change that had it before or after, and only there", () => {
  const log = logOf(
    coffee({ chef: "spam" }),
    coffee({ chef: "spam", details: "spam" }),
    coffee({ chef: "spam", details: "fine" }),
    coffee({ chef: "spam", details: "spam" }),
    coffee({ chef: "Nusrat" }),
  );
  const { left, remains, latest, present } = erase(log, [2], ["details", "name"]);
  expect(texts(left)).toEqual([
    [2, coffee({ chef: "spam" }), withoutFields(coffee({ chef: "spam" }), "details")],
    [3, withoutFields(coffee({ chef: "spam" }), "details"), coffee({ chef: "spam", details: "fine" })],
    [4, coffee({ chef: "spam", details: "fine" }), withoutFields(coffee({ chef: "spam" }), "details")],
    [5, withoutFields(coffee({ chef: "spam" }), "details"), coffee({ chef: "Nusrat" })],
  ]);
  expect([...remains]).toEqual(left.map((change) => [change.number, remainsDigest(change)]));
  expect(latest).toBe(log[4]?.after);
  expect(present).toBeUndefined();
});

test("a coffee's history is read in pages to its end, and the last change is the newest", () => {
  const log = logOf(coffee(), coffee({ details: "a" }), coffee({ details: "b" }));
  const { readsAfter, newest } = erase(log, [2]);
  expect(readsAfter).toEqual([0, 2, 3]);
  expect(newest).toEqual({ number: 3, hash: log[2]?.hash });
  expect(erase([], [1])).toMatchObject({ newest: emptyVersion, latest: null, present: undefined });
});

test("a change wrote the fields with new values, and not the unchanged or emptied ones", () => {
  const [, edit, emptied, removal] = logOf(
    coffee({ chef: "Nusrat", price: price("250") }),
    coffee({ chef: "Nusrat", details: "spam", price: price("250.00") }),
    coffee({ details: "spam", price: price("250.00") }),
    null,
  );
  if (!edit || !emptied || !removal) throw new Error("The log is shorter than what it was made of.");
  expect(valuesWritten(edit, coffeeFields)).toEqual([
    ["details", "spam"],
    ["price", price("250.00")],
  ]);
  expect(valuesWritten(edit, ["price", "chef"])).toEqual([["price", price("250.00")]]);
  expect(valuesWritten(emptied, coffeeFields)).toEqual([]);
  expect(valuesWritten(removal, coffeeFields)).toEqual([]);
});

test("a price is erased where it has the same digits and type, and nowhere else", () => {
  const log = logOf(
    coffee({ price: price("250") }),
    coffee({ price: price("250.00") }),
    coffee({ price: "250.00" }),
    coffee({ price: price("250.00") }),
  );
  const { left, present } = erase(log, [2]);
  expect(left.map(({ number, before, after }) => [number, priceIn(before), priceIn(after)])).toEqual([
    [2, 250, null],
    [3, null, "250.00"],
    [4, "250.00", null],
  ]);
  expect(left[0]?.before).toContain('"price":250}');
  expect(present).toEqual({ before: coffee({ price: price("250.00") }), after: coffee() });
});

test("a long value is erased like a short one, and takes no more memory", () => {
  const long = "spam ".repeat(1_000);
  const log = logOf(coffee({ details: long }), coffee({ details: `${long}.` }), coffee({ details: long }));
  const { values, left } = erase(log, [1], ["details"]);
  expect(left.map(({ number }) => number)).toEqual([1, 2, 3]);
  expect(left[1]?.after).toBe(log[1]?.after);
  expect([...(values.get("details") ?? [])].map((key) => key.length)).toEqual([64]);
  const short = (length: number) => erase(logOf(coffee({ details: "a".repeat(length) })), [1], ["details"]).values;
  expect([...(short(62).get("details") ?? [])]).toEqual([`"${"a".repeat(62)}"`]);
  expect([...(short(63).get("details") ?? [])]).toEqual([
    createHash("sha256")
      .update(`"${"a".repeat(63)}"`)
      .digest("hex"),
  ]);
});

test("a coffee stays without its erased fields, and is removed if no field is left", () => {
  const shown = coffee({ details: "spam" });
  expect(erase(logOf(shown), [1], ["details"]).present).toEqual({ before: shown, after: coffee() });
  expect(erase(logOf(shown), [1]).present).toEqual({ before: shown, after: null });
});

test("a deleted coffee is shown as it last was, and stays deleted", () => {
  const shown = coffee({ details: "spam" });
  const { latest, present } = erase(logOf(shown, null), [1]);
  expect(latest).toBe(shown);
  expect(present).toBeUndefined();
});

test("the entry of an earlier erasure does not change the coffee", () => {
  const [add] = logOf(coffee({ details: "spam" }));
  if (!add) throw new Error("The log is shorter than what it was made of.");
  const entry = { ...add, number: 2, action: "erase", before: null, after: null, erasure: "{}" } as const;
  expect(erase([add, entry], [1], ["details"])).toMatchObject({ latest: add.after, present: { after: coffee() } });
});

test("asynchronous steps give the same result", async () => {
  const log = logOf(coffee({ details: "spam" }), coffee({ details: "fine" }), coffee({ details: "spam" }));
  const { values, newest, remains } = erase(log, [1], ["details"]);
  const found = findValues(latte, new Set([1]), ["details"]);
  expect(await runStepsAsync(found, async (step) => reader(log).act(step))).toEqual({ values, newest });
  const { left, act } = reader(log);
  const erased = await runStepsAsync(eraseValues(latte, values), async (step) => act(step));
  expect(erased.remains).toEqual(remains);
  expect(left).toHaveLength(3);
});

test("a change without the values is returned unchanged; one with them loses its salt and keeps its digest", () => {
  const [change] = logOf(coffee({ details: "spam" }));
  if (!change) throw new Error("The log is shorter than what it was made of.");
  expect(withoutValues(change, onlyValue("details", "fine"))).toBe(change);
  expect(withoutValues(change, onlyValue("chef", "spam"))).toBe(change);
  const after = withoutFields(coffee(), "details");
  const left = withoutValues(change, onlyValue("details", "spam"));
  expect(left).toEqual({ ...change, after, salt: null, own: ownDigest(change) });
  const again = withoutValues(left, onlyValue("name", "Latte"));
  expect(again).toEqual({
    ...left,
    after: withoutFields(coffee(), "name", "details"),
  });
  const ofVersion1 = { ...change, salt: null };
  expect(withoutValues(ofVersion1, onlyValue("details", "spam")).own).toBe(erasedInVersion1);
});

test("stored texts that are not coffees, and unknown members, are left unchanged", () => {
  const [change] = logOf(coffee());
  if (!change) throw new Error("The log is shorter than what it was made of.");
  const values = onlyValue("name", "Latte");
  for (const after of ["null", "5", '"Latte"', '{"roast":"Latte"}']) {
    expect(withoutValues({ ...change, after }, values).after).toBe(after);
  }
  expect(withoutValues({ ...change, after: '{"roast":"dark","name":"Latte"}' }, values).after).toBe(
    '{"roast":"dark","name":null}',
  );
});

test("the erased fields of a stored text are those that are null", () => {
  expect(erasedFields(withoutFields(coffee(), "chef", "price"))).toEqual(["chef", "price"]);
  expect(erasedFields(coffee({ details: ":null" }))).toEqual([]);
  expect(erasedFields('{"roast":null}')).toEqual([]);
  for (const text of [null, "null", '":null"', coffee()]) expect(erasedFields(text)).toEqual([]);
});

test("the content of an erasure is parsed as it was written, and any other text is refused", () => {
  const text = erasureText("A phone number.", new Map([[7, "0f"]]));
  expect(readErasure(text)).toEqual({ reason: "A phone number.", remains: { "7": "0f" } });
  expect(readErasure(erasureText("", new Map()))).toEqual({ reason: "", remains: {} });
  const others = [
    "",
    "{",
    "null",
    "5",
    "{}",
    '{"reason":"a"}',
    '{"remains":{}}',
    '{"reason":5,"remains":{}}',
    '{"reason":"a","remains":5}',
    '{"reason":"a","remains":null}',
    '{"reason":"a","remains":{"7":5}}',
    '{"reason":"a","remains":{"7":"0f","8":null}}',
  ];
  for (const other of [null, ...others]) expect(readErasure(other)).toBeUndefined();
});

test("the digest of what remains covers everything in a change except its salt and the content of an erasure", () => {
  const [change] = logOf(coffee());
  if (!change) throw new Error("The log is shorter than what it was made of.");
  const others: { [Member in keyof StoredChange]-?: StoredChange[Member] } = {
    number: 2,
    hash: "0f",
    time: "2026-11-23T12:00:00.001Z",
    action: "remove",
    coffeeId: "6b0190b23dc1a96a2b10c4ba",
    before: "{}",
    after: null,
    visitor: null,
    browser: "some browser",
    undoes: 1,
    fields: 0,
    own: "0f",
    salt: null,
    erasure: "{}",
  };
  const digest = remainsDigest(change);
  const uncovered = Object.entries(others)
    .filter(([member, value]) => remainsDigest({ ...change, [member]: value }) === digest)
    .map(([member]) => member);
  expect(uncovered).toEqual(["salt", "erasure"]);
  expect(digest).toMatch(/^[0-9a-f]{64}$/);
});

test("an erased change has its number, and a digest of its texts in their order", () => {
  const [, change] = logOf(coffee(), coffee({ details: "spam" }));
  if (!change) throw new Error("The log is shorter than what it was made of.");
  const { number, hash, coffeeId, before, after } = change;
  expect(erasedChange(change)).toEqual({ number, hash, coffeeId, texts: textsDigest(before, after) });
  const digests = [textsDigest(before, after), textsDigest(after, before), textsDigest(null, after)];
  expect(new Set(digests).size).toBe(3);
  expect(digests[0]).toMatch(/^[0-9a-f]{64}$/);
});
