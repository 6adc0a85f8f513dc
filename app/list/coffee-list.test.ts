import { expect, test } from "vitest";
import { emptyFields, type Coffee } from "../../catalogue/coffee.ts";
import { isStale, applyAll, withChange, type LocalChange } from "./coffee-list.tsx";

const coffee = (_id: string, name = _id): Coffee => ({ _id, ...emptyFields, name });
const list = [coffee("a"), coffee("b"), coffee("c")];

test.for<[string, LocalChange, readonly Coffee[]]>([
  ["a new coffee comes last", { kind: "add", coffee: coffee("d") }, [...list, coffee("d")]],
  ["a coffee that is already in the list is not added again", { kind: "add", coffee: coffee("b", "late") }, list],
  [
    "an edited coffee keeps its place",
    { kind: "update", coffee: coffee("b", "new") },
    [coffee("a"), coffee("b", "new"), coffee("c")],
  ],
  ["an edit of a missing coffee adds none", { kind: "update", coffee: coffee("x") }, list],
  ["a deleted coffee is gone", { kind: "delete", id: "b" }, [coffee("a"), coffee("c")]],
  [
    "a restored coffee is placed before the coffee that follows it",
    { kind: "put", coffee: coffee("x"), nextId: "b" },
    [coffee("a"), coffee("x"), coffee("b"), coffee("c")],
  ],
  [
    "a restored coffee without a follower comes last",
    { kind: "put", coffee: coffee("x"), nextId: undefined },
    [...list, coffee("x")],
  ],
  [
    "a restored coffee whose follower is missing comes last",
    { kind: "put", coffee: coffee("x"), nextId: "y" },
    [...list, coffee("x")],
  ],
  [
    "a coffee that is still in the list keeps its place, with the fields from the undo",
    { kind: "put", coffee: coffee("b", "old"), nextId: undefined },
    [coffee("a"), coffee("b", "old"), coffee("c")],
  ],
  ["deleting a missing coffee changes nothing", { kind: "delete", id: "x" }, list],
])("%s", ([, change, expected]) => {
  const before = structuredClone(list);
  expect(withChange(list, change)).toEqual(expected);
  expect(list).toEqual(before);
});

test.for<[string, boolean, readonly LocalChange[]]>([
  ["its follower is in the list", false, [{ kind: "put", coffee: coffee("x"), nextId: "b" }]],
  ["nothing follows it", false, [{ kind: "put", coffee: coffee("x"), nextId: undefined }]],
  ["it is still in the list", false, [{ kind: "put", coffee: coffee("b"), nextId: "y" }]],
  ["its follower is unknown", true, [{ kind: "put", coffee: coffee("x"), nextId: "y" }]],
  [
    "its follower was restored before it",
    false,
    [
      { kind: "put", coffee: coffee("y"), nextId: undefined },
      { kind: "put", coffee: coffee("x"), nextId: "y" },
    ],
  ],
  [
    "its follower was deleted from the list",
    true,
    [
      { kind: "delete", id: "c" },
      { kind: "put", coffee: coffee("x"), nextId: "c" },
    ],
  ],
])("restoring a coffee requires a reload of the list if %s: %s", ([, isUnknown, changes]) => {
  expect(applyAll(list, changes).needsReload).toBe(isUnknown);
});

test.for<[string, boolean, readonly LocalChange[], LocalChange]>([
  ["no change of it is known", false, [], { kind: "update", coffee: coffee("a"), number: 2 }],
  [
    "an earlier change of it is known",
    false,
    [{ kind: "add", coffee: coffee("a"), number: 1 }],
    { kind: "delete", id: "a", number: 2 },
  ],
  [
    "a later change of it is known",
    true,
    [{ kind: "update", coffee: coffee("a"), number: 3 }],
    { kind: "put", coffee: coffee("a"), nextId: undefined, number: 2 },
  ],
  [
    "a later change of another coffee is known",
    false,
    [{ kind: "update", coffee: coffee("b"), number: 3 }],
    { kind: "delete", id: "a", number: 2 },
  ],
  ["the server keeps no log", false, [{ kind: "update", coffee: coffee("a"), number: 3 }], { kind: "delete", id: "a" }],
])("a change of a coffee is stale if %s: %s", ([, isLate, earlier, change]) => {
  expect(isStale(earlier, change)).toBe(isLate);
});

test("changes up to the list's own change number are not applied again", () => {
  const changes: readonly LocalChange[] = [
    { kind: "add", coffee: coffee("gone again"), number: 4 },
    { kind: "delete", id: "a" },
    { kind: "add", coffee: coffee("x"), number: 6 },
  ];
  expect(applyAll(list, changes, 5).coffees).toEqual([coffee("b"), coffee("c"), coffee("x")]);
});

test("a deletion that is not in the server's log still holds after hundreds of changes, and can be taken back", () => {
  const others = Array.from({ length: 500 }, (_, place): LocalChange => {
    const change = { coffee: coffee(`new ${place % 100}`, `${place}`), number: place + 1 };
    return place < 100 ? { kind: "add", ...change } : { kind: "update", ...change };
  });
  const deletion: LocalChange = { kind: "delete", id: "b" };
  const { coffees, changes, loaded } = applyAll(list, [deletion, ...others]);
  const added = Array.from({ length: 100 }, (_, place) => coffee(`new ${place}`, `${400 + place}`));
  const expected = [coffee("a"), coffee("c"), ...added];
  expect(coffees).toEqual(expected);
  expect(changes.length).toBeLessThanOrEqual(201);
  expect(applyAll(loaded, changes).coffees).toEqual(expected);
  expect(applyAll([...list, ...added], changes, 500).coffees).toEqual(expected);
  const withoutDeletion = changes.filter((change) => change !== deletion);
  expect(applyAll(loaded, withoutDeletion).coffees).toEqual([...list, ...added]);
});

test("an edit can change the type of the price from text to a number", () => {
  const edited = { ...coffee("a"), price: 250 };
  expect(withChange([{ ...coffee("a"), price: "250" }], { kind: "update", coffee: edited })).toEqual([edited]);
});

test("changes are applied in their order, also to an empty list", () => {
  const changes: readonly LocalChange[] = [
    { kind: "add", coffee: coffee("a") },
    { kind: "update", coffee: coffee("a", "new") },
    { kind: "add", coffee: coffee("b") },
    { kind: "delete", id: "a" },
  ];
  expect(changes.slice(0, 3).reduce(withChange, [])).toEqual([coffee("a", "new"), coffee("b")]);
  expect(changes.reduce(withChange, [])).toEqual([coffee("b")]);
});
