import { expect, test } from "vitest";
import { emptyFields, type Coffee } from "../../catalogue/coffee.ts";
import { coffeesById, reuseSame } from "./same-coffees.ts";

const coffee = (_id: string, name = _id): Coffee => ({ _id, ...emptyFields, name });
const list = [coffee("a"), coffee("b"), coffee("c")];

test("a reloaded list reuses the objects of unchanged coffees, in the new order", () => {
  const [a, b, c] = list;
  const again = reuseSame([coffee("d"), coffee("c"), coffee("b", "new"), coffee("a")], coffeesById(list));
  expect(again).toEqual([coffee("d"), c, coffee("b", "new"), a]);
  expect([again[1] === c, again[2] === b, again[3] === a]).toEqual([true, false, true]);
});
