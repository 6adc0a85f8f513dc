import { expect, test } from "vitest";
import { chain, emptyVersion, type Change } from "./change.ts";
import { emptyFields } from "./coffee.ts";
import { exactFields } from "./exact-coffee.ts";
import { Replay } from "./replay.ts";

test("a log adds up to the coffees in the order of their adding, which one that comes back keeps", () => {
  const replay = new Replay();
  let last: Change | undefined;
  const take = (coffeeId: string, after: string | null) => {
    const entry = { time: "", action: "add", coffeeId, before: null, visitor: null, undoes: null } as const;
    last = chain(
      { ...entry, after: after === null ? null : exactFields({ ...emptyFields, name: after }) },
      last ?? emptyVersion,
    );
    replay.take(last);
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
  expect(replay.find("1")).toEqual({ place: 1, version: 4, fields: null });
  take("1", "a again");
  expect(replay.coffees().map(({ name }) => name)).toEqual(["a again", "b2", "c"]);
});
