import { expect, test } from "vitest";
import { emptyFields } from "../../catalogue/coffee.ts";
import { emptyQuery } from "./find-query.ts";
import { findFirst } from "./first-found.ts";

test("whoever asks while another list is taken is answered as well", async () => {
  const coffees = Array.from({ length: 20_000 }, (_, number) => ({
    _id: String(number),
    ...emptyFields,
    price: number,
  }));
  const lists = [coffees, coffees.slice(1), coffees.slice(2)];
  const answers = await Promise.all(lists.map((list) => findFirst(list, { ...emptyQuery, sort: "newest" }, "en", 1)));
  for (const { coffees: found } of answers) expect(found).toEqual([coffees.at(-1)]);
});
