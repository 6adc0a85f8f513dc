import { describe, expect, test } from "vitest";
import { chain, emptyVersion, hashAfter, saltedEntry, type ChangeEntry, type StoredChange } from "./change.ts";
import { emptyFields } from "../coffee.ts";
import { coffeeText, upgraded, type CoffeeText } from "../coffee-text.ts";
import { erasureText, remainsDigest, withoutValues } from "./erase.ts";
import { LogCheck } from "./verify-log.ts";

const latte = "6b0190b23dc1a96a2b10c4b9";
const mocha = "6b0190b23dc1a96a2b10c4ba";

function named(name: string): CoffeeText {
  return coffeeText({ ...emptyFields, name });
}

const add: ChangeEntry = {
  time: "2026-11-21T12:00:00.000Z",
  action: "add",
  coffeeId: latte,
  before: null,
  after: named("a"),
  visitor: null,
  browser: null,
  undoes: null,
};
const replace: ChangeEntry = { ...add, action: "replace", before: named("a"), after: named("b") };
const remove: ChangeEntry = { ...add, action: "remove", before: named("b"), after: null };
const undo: ChangeEntry = { ...add, after: named("b"), undoes: 3 };

/** A log with correct hashes, even if its entries are wrong. */
function logOf(...entries: readonly ChangeEntry[]): StoredChange[] {
  const log: StoredChange[] = [];
  for (const entry of entries) log.push(chain(saltedEntry(entry, "5a17"), log.at(-1) ?? emptyVersion));
  return log;
}

function firstOf([first]: readonly (StoredChange | undefined)[]): StoredChange {
  if (!first) throw new Error("The log is empty.");
  return first;
}

/** The number of the first wrong change, and the reason. */
function faultOf(log: readonly StoredChange[]): [number, string] | undefined {
  const check = new LogCheck();
  for (const change of log) {
    const why = check.checkNext(change);
    if (why !== undefined) return [change.number, why];
  }
  return undefined;
}

test("a log as the shop writes it verifies, and gives its coffees", () => {
  const log = logOf(add, replace, remove, undo, { ...add, coffeeId: mocha, after: named("m") });
  expect(faultOf(log)).toBeUndefined();
  const check = new LogCheck();
  for (const change of log) check.checkNext(change);
  expect(check.replay.coffees()).toEqual([
    { id: latte, text: named("b") },
    { id: mocha, text: named("m") },
  ]);
  expect(check.newest).toEqual(log[4]);
});

test("the change after a missing one is reported", () => {
  const [one, , three] = logOf(add, replace, remove);
  expect(faultOf([one, three].filter((change) => change !== undefined))).toEqual([
    3,
    "change 2 should stand in its place",
  ]);
});

test.for<[string, Partial<StoredChange>]>([
  ["time", { time: "2026-11-21T12:00:01.000Z" }],
  ["visitor", { visitor: "0f3c" }],
  ["after", { after: named("c") }],
  ["browser", { browser: "0f3c" }],
  ["salt", { salt: "5a18" }],
  ["erasure", { erasure: "{}" }],
  ["hash", { hash: "0".repeat(64) }],
])("a change whose %s was altered fails verification", ([, altered]) => {
  const log = logOf(add, replace, remove).map((change) => (change.number === 2 ? { ...change, ...altered } : change));
  expect(faultOf(log)).toEqual([2, "its hash does not fit: it, or the hash itself, was altered"]);
});

test("a log that was altered and hashed again differs only in its last hash", () => {
  const [before, after] = [logOf(add, replace), logOf({ ...add, visitor: "0f3c" }, replace)];
  expect(faultOf(after)).toBeUndefined();
  expect(after.at(-1)?.hash).not.toBe(before.at(-1)?.hash);
});

test.for<[string, ChangeEntry[], RegExp]>([
  [
    "an add of a coffee that exists",
    [add, { ...add, after: named("c") }],
    /^it says that the coffee was something else/,
  ],
  [
    "a change of a text that the coffee never had",
    [add, { ...replace, before: named("z") }],
    /^it says that the coffee was/,
  ],
  ["a change of a deleted coffee", [add, replace, remove, { ...replace }], /^it says that the coffee was/],
  ["a removal that says add", [add, replace, { ...remove, action: "add" }], /^it says add/],
  ["a change from nothing to nothing", [{ ...add, after: null }], /^it says add/],
  ["an invalid id", [{ ...add, coffeeId: "latte" }], /^"latte" is not the id of a coffee/],
  ["an add that lacks words", [{ ...add, after: '{"name":null}' }], /^it lacks words, and says that it is whole$/],
  ["an undo of a later change", [{ ...add, undoes: 2 }], /^it says that it undoes change 2/],
  ["an undo of itself", [{ ...add, undoes: 1 }], /^it says that it undoes change 1/],
  [
    "an undo of another coffee's change",
    [add, { ...add, coffeeId: mocha }, { ...replace, undoes: 2 }],
    /^it says that it undoes change 2/,
  ],
])("%s fails verification, even with correct hashes", ([, entries, why]) => {
  expect(faultOf(logOf(...entries))).toEqual([entries.length, expect.stringMatching(why)]);
});

test.for(["{", "5", "null", '{"name":5}'])("a change with the text %s for a coffee fails verification", (text) => {
  const first = firstOf(logOf(add));
  const why = "what it says about the coffee is not as the shop writes it";
  expect(faultOf([chain({ ...saltedEntry(add, "5a17"), after: text }, emptyVersion)])).toEqual([1, why]);
  expect(faultOf([first, chain({ ...saltedEntry(replace, "5a17"), before: text }, first)])).toEqual([2, why]);
});

test.for<[string, number, Partial<StoredChange>]>([
  ["an edit that names none of its changed fields", 2, { fields: 0 }],
  ["an edit that also names an unchanged field", 2, { fields: 3 }],
  ["a removal that names a field", 3, { fields: 1 }],
])("%s fails verification, although the hash does not cover the changed fields", ([, number, altered]) => {
  const log = logOf(add, replace, remove);
  const changed = log.map((change) => (change.number === number ? { ...change, ...altered } : change));
  expect(faultOf(changed)).toEqual([number, "it names other fields than those that it changed"]);
});

test("a change by an earlier version verifies although its text lacks today's fields", () => {
  const stored = '{"name":"a"}';
  const log = logOf({ ...add, after: stored }, { ...replace, before: stored, after: stored.replace("a", "b") });
  expect(faultOf(log)).toBeUndefined();
  expect(faultOf([{ ...firstOf(log), fields: 1 }])).toBeUndefined();
  expect(faultOf(logOf({ ...add, after: stored }, { ...replace, before: upgraded(stored) }))).toBeUndefined();
});

/** The log with an erasure at its end, which has the digests of the changes from which words were erased. */
function withErasure(
  log: readonly StoredChange[],
  remains: ReadonlyMap<number, string>,
  altered: Partial<ChangeEntry> = {},
): StoredChange[] {
  const entry = saltedEntry({ ...add, action: "erase", after: null, ...altered }, "5a17");
  return [...log, chain({ ...entry, erasure: erasureText("Spam.", remains) }, log.at(-1) ?? emptyVersion)];
}

const withoutName = (change: StoredChange) => withoutValues(change, new Map([["name", new Set(['"a"'])]]));

const remainsOf = (log: readonly StoredChange[]) =>
  new Map(log.filter(({ own }) => own !== null).map((change) => [change.number, remainsDigest(change)]));

/** A log from which the first name was erased. The first two changes had it. */
function erased(log: readonly StoredChange[] = logOf(add, replace, remove)): StoredChange[] {
  const left = log.map(withoutName);
  return withErasure(left, remainsOf(left));
}

/** Checks the changes, each of which must be right, and returns the check at the end of the log. */
function checked(log: readonly StoredChange[]): LogCheck {
  const check = new LogCheck();
  for (const change of log) expect(check.checkNext(change)).toBeUndefined();
  return check;
}

const unlike = "words were erased from it, and what is left is not what any erasure left";

describe("a log from which words were erased", () => {
  test("verifies, and says from how many changes", () => {
    expect(checked(erased()).findMismatch([])).toBeUndefined();
    expect(checked(erased()).erasedCount).toBe(2);
    expect(checked(logOf(add, replace)).findMismatch([])).toBeUndefined();
    expect(checked(logOf(add, replace)).erasedCount).toBe(0);
  });

  test("verifies if words were erased twice from the same change", () => {
    const once = erased();
    const twice = once.map((change) => withoutValues(change, new Map([["name", new Set(['"b"'])]])));
    expect(checked(withErasure(twice, remainsOf(twice))).findMismatch([])).toBeUndefined();
  });

  test("of version 1 verifies only with the entry of its erasure", () => {
    const first = { ...firstOf(logOf(add)), salt: null };
    const log = erased([{ ...first, hash: hashAfter(first, emptyVersion) ?? "" }]);
    expect(checked(log).findMismatch([])).toBeUndefined();
    expect(checked(log.slice(0, 1)).findMismatch([])).toEqual({ number: 1, why: unlike });
  });

  test("fails verification if an erased change was altered later", () => {
    const log = erased().map((change) => (change.number === 2 ? { ...change, visitor: "0f3c" } : change));
    expect(checked(log).findMismatch([])).toEqual({ number: 2, why: unlike });
  });

  test("verifies if it was cut off before the erasure and a record of the erasure is there", () => {
    const [erasure, ...left] = erased().toReversed();
    const rest = checked(left.toReversed());
    const record = { previous: firstOf(left).hash, change: firstOf([erasure]) };
    expect(rest.findMismatch([])).toEqual({ number: 1, why: unlike });
    expect(rest.findMismatch([record])).toBeUndefined();
    expect(rest.findMismatch([{ ...record, previous: "" }])).toEqual({ number: 1, why: unlike });
    const other = { ...record, change: firstOf(withErasure(left.toReversed(), new Map([[1, "0f"]])).slice(-1)) };
    expect(rest.findMismatch([other])).toEqual({ number: 1, why: unlike });
    const noErasure = { previous: "", change: firstOf(logOf(add)) };
    expect(rest.findMismatch([noErasure, other, record])).toBeUndefined();
  });

  test("fails verification if the erased words are back", () => {
    const whole = logOf(add, replace, remove);
    const log = withErasure(whole, remainsOf(whole.map(withoutName)));
    expect(checked(log).findMismatch([])).toEqual({
      number: 1,
      why: "an erasure took words out of it, and it is whole",
    });
  });

  test.for<[string, StoredChange[], RegExp]>([
    ["does something to the coffee", withErasure(logOf(add), new Map(), { after: named("b") }), /^what it says of an/],
    ["says what the coffee was", withErasure(logOf(add), new Map(), { before: named("a") }), /^what it says of an/],
    ["does not say what it erased", logOf(add, { ...add, action: "erase", after: null }), /^what it says of an/],
    [
      "erased words of another coffee",
      withErasure(logOf(add, { ...add, coffeeId: mocha }), new Map([1, 2].map((number) => [number, "0f"]))),
      /^it says that it erased words of change 2, which is of another coffee$/,
    ],
    [
      "erased words of itself",
      withErasure(logOf(add), new Map([[2, "0f"]])),
      /^it says that it erased words of change 2/,
    ],
  ])("fails verification if an erasure %s", ([, log, why]) => {
    expect(faultOf(log)).toEqual([log.length, expect.stringMatching(why)]);
  });
});
