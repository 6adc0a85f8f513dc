import { expect, test } from "vitest";
import { emptyFields } from "../coffee.ts";
import { coffeeText, fieldsOf } from "../coffee-text.ts";
import { Replay } from "./replay.ts";

test("replaying a log gives coffees in the order of their adds, also after a restore", () => {
  const replay = new Replay();
  let number = 0;
  const take = (coffeeId: string, name: string | null) => {
    const after = name === null ? null : coffeeText({ ...emptyFields, name });
    replay.apply({ coffeeId, number: ++number, after, action: after === null ? "remove" : "replace" });
  };
  const names = () => replay.coffees().map(({ text }) => fieldsOf(text).name);
  for (const [id, after] of [
    ["1", "a"],
    ["2", "b"],
    ["3", "c"],
    ["1", null],
    ["2", "b2"],
  ] as const)
    take(id, after);
  expect(names()).toEqual(["b2", "c"]);
  expect(replay.find("1")).toEqual({ place: 1, version: 4, after: null });
  replay.apply({ coffeeId: "2", number: ++number, after: null, action: "erase" });
  expect(replay.find("2"), "an erasure does nothing to a coffee").toMatchObject({ version: 5 });
  take("1", "a again");
  expect(names()).toEqual(["a again", "b2", "c"]);
});

test("replaying a log gives texts with today's fields, from every version", () => {
  const replay = new Replay();
  const stored = '{"price":250.00,"name":"Latte","chef":null,"roast":"dark"}';
  replay.apply({ coffeeId: "1", number: 1, after: stored, action: "add" });
  expect(replay.coffees()).toEqual([
    { id: "1", text: coffeeText({ ...emptyFields, name: "Latte", price: 250 }, "250.00") },
  ]);
  expect(replay.find("1")?.after).toBe(stored);
});
