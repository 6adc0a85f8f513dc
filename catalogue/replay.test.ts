import { expect, test } from "vitest";
import { emptyFields } from "./coffee.ts";
import { exactFields } from "./exact-coffee.ts";
import { Replay } from "./replay.ts";

test("a log adds up to the coffees in the order of their adding, which one that comes back keeps", () => {
  const replay = new Replay();
  let number = 0;
  const take = (coffeeId: string, name: string | null) => {
    const after = name === null ? null : JSON.stringify(exactFields({ ...emptyFields, name }));
    replay.take({ coffeeId, number: ++number, after, action: after === null ? "remove" : "replace" });
  };
  for (const [id, after] of [
    ["1", "a"],
    ["2", "b"],
    ["3", "c"],
    ["1", null],
    ["2", "b2"],
  ] as const)
    take(id, after);
  expect(replay.coffees().map(({ name }) => name)).toEqual(["b2", "c"]);
  expect(replay.find("1")).toEqual({ place: 1, version: 4, after: null });
  take("1", "a again");
  expect(replay.coffees().map(({ name }) => name)).toEqual(["a again", "b2", "c"]);
});
