import { expect, test } from "vitest";
import { chain, emptyVersion, saltedEntry, type ChangeEntry, type StoredChange } from "./change.ts";
import { emptyFields } from "../coffee.ts";
import { coffeeText, type CoffeeText } from "../coffee-text.ts";
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
])("a change of which the %s was altered does not fit", ([, altered]) => {
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
    "an add of a coffee that is there",
    [add, { ...add, after: named("c") }],
    /^it says that the coffee was something else/,
  ],
  ["a change of what the coffee never was", [add, { ...replace, before: named("z") }], /^it says that the coffee was/],
  ["a change of a coffee that is gone", [add, replace, remove, { ...replace }], /^it says that the coffee was/],
  ["a removal that says add", [add, replace, { ...remove, action: "add" }], /^it says add/],
  ["a change from nothing to nothing", [{ ...add, after: null }], /^it says add/],
  ["an id that is none", [{ ...add, coffeeId: "latte" }], /^"latte" is not the id of a coffee/],
  ["an undo of what comes later", [{ ...add, undoes: 2 }], /^it says that it undoes change 2/],
  ["an undo of itself", [{ ...add, undoes: 1 }], /^it says that it undoes change 1/],
  [
    "an undo of another coffee's change",
    [add, { ...add, coffeeId: mocha }, { ...replace, undoes: 2 }],
    /^it says that it undoes change 2/,
  ],
])("%s does not fit, though the hashes do", ([, entries, why]) => {
  expect(faultOf(logOf(...entries))).toEqual([entries.length, expect.stringMatching(why)]);
});

test.for<[string, number, Partial<StoredChange>]>([
  ["an edit that names none of them", 2, { fields: 0 }],
  ["an edit that names another as well", 2, { fields: 3 }],
  ["a removal that names one", 3, { fields: 1 }],
])("the fields that changed are not under the hash, and are compared: %s does not fit", ([, number, altered]) => {
  const log = logOf(add, replace, remove);
  const changed = log.map((change) => (change.number === number ? { ...change, ...altered } : change));
  expect(faultOf(changed)).toEqual([number, "it names other fields than those that it changed"]);
});

test("a change that an earlier version wrote fits where it names all fields, though its text lacks those of today", () => {
  const stored = '{"name":"a"}';
  const log = logOf({ ...add, after: stored }, { ...replace, before: stored, after: stored.replace("a", "b") });
  expect(faultOf(log)).toBeUndefined();
  const [first] = log;
  expect(first && faultOf([{ ...first, fields: 1 }])).toBeUndefined();
});
