import { expect, test } from "vitest";
import { emptyFields } from "../../catalogue/coffee.ts";
import { addresses } from "../addresses.ts";
import { askAhead } from "./ask-ahead.ts";
import type { CoffeeReader } from "./product-server.ts";

/** A reader with which each coffee is found, and the ids that it was asked for. */
function counting() {
  const asked: string[] = [];
  const reader: CoffeeReader = {
    list: async () => ({ ok: true, value: [] }),
    find: async (id) => {
      asked.push(id);
      return { ok: true, value: { coffee: { ...emptyFields, _id: id }, tag: undefined } };
    },
  };
  return { asked, ...askAhead(reader) };
}

test("a coffee that was asked for ahead is handed out once, and then asked for again", async () => {
  const { asked, ask, reader } = counting();
  ask(addresses.coffeeDetails("৳ 1/2"));
  expect(asked).toEqual(["৳ 1/2"]);
  expect(await reader.find("৳ 1/2")).toMatchObject({ ok: true, value: { coffee: { _id: "৳ 1/2" } } });
  expect(asked).toHaveLength(1);
  await reader.find("৳ 1/2");
  expect(asked).toHaveLength(2);
});

test("an answer that nobody took is forgotten, and one that was asked for since is not", async () => {
  const { asked, ask, reader } = counting();
  const forgetFirst = ask(addresses.coffeeDetails("1"));
  const forgetSecond = ask(addresses.updateCoffee("2"));
  forgetFirst();
  await reader.find("2");
  expect(asked).toEqual(["1", "2"]);
  ask(addresses.coffeeDetails("2"))();
  forgetSecond();
  await reader.find("2");
  expect(asked).toEqual(["1", "2", "2", "2"]);
});

test.each([addresses.home, addresses.addNewCoffee, "/coffee-details/", "/coffee-details/%/x"])(
  "nothing is asked for ahead of %s",
  (path) => {
    const { asked, ask } = counting();
    ask(path)();
    expect(asked).toEqual([]);
  },
);

test("an address that no escape can be read of leads to the coffee of that very id", async () => {
  const { asked, ask, reader } = counting();
  ask("/coffee-details/100%");
  await reader.find("100%");
  expect(asked).toEqual(["100%"]);
});
