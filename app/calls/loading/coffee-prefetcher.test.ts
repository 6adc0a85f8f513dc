import { expect, test } from "vitest";
import { emptyFields } from "../../../catalogue/coffee.ts";
import { addresses } from "../../shop/addresses.ts";
import { coffeePrefetcher } from "./coffee-prefetcher.ts";
import type { CoffeeReader } from "../product-server.ts";

/** A prefetcher over a reader that finds every coffee, the ids that it requested, and a clock. */
function counting() {
  const requestedIds: string[] = [];
  const reader: CoffeeReader = {
    list: async () => ({ ok: true, value: [] }),
    find: async (id) => {
      requestedIds.push(id);
      return { ok: true, value: { coffee: { ...emptyFields, _id: id }, tag: undefined } };
    },
  };
  const clock = { ms: 0 };
  return { asked: requestedIds, clock, ...coffeePrefetcher(reader, () => clock.ms) };
}

test("a prefetched coffee is used once, and then requested again", async () => {
  const { asked: requestedIds, prefetch: ask, reader } = counting();
  void ask(addresses.coffeeDetails("৳ 1/2"));
  expect(requestedIds).toEqual(["৳ 1/2"]);
  expect(await reader.find("৳ 1/2")).toMatchObject({ ok: true, value: { coffee: { _id: "৳ 1/2" } } });
  expect(requestedIds).toHaveLength(1);
  await reader.find("৳ 1/2");
  expect(requestedIds).toHaveLength(2);
});

test("a press and the click after it send one request", async () => {
  const { asked: requestedIds, prefetch: ask, reader } = counting();
  await ask(addresses.coffeeDetails("1"));
  await ask(addresses.coffeeDetails("1"));
  await reader.find("1");
  expect(requestedIds).toEqual(["1"]);
});

test("a reply that no loader took within a second is not used", async () => {
  const { asked: requestedIds, prefetch: ask, reader, clock } = counting();
  await ask(addresses.coffeeDetails("1"));
  clock.ms += 999;
  await ask(addresses.updateCoffee("1"));
  expect(requestedIds).toEqual(["1"]);
  clock.ms += 1;
  await reader.find("1");
  expect(requestedIds).toEqual(["1", "1"]);
});

test("a press on another link replaces the first one's reply", async () => {
  const { asked: requestedIds, prefetch: ask, reader } = counting();
  await ask(addresses.coffeeDetails("1"));
  await ask(addresses.updateCoffee("2"));
  await reader.find("1");
  await reader.find("2");
  expect(requestedIds).toEqual(["1", "2", "1", "2"]);
});

test.each([addresses.home, addresses.addNewCoffee, "/coffee-details/", "/coffee-details/%/x"])(
  "a press on a link to %s prefetches nothing",
  async (path) => {
    const { asked: requestedIds, prefetch: ask } = counting();
    await ask(path);
    expect(requestedIds).toEqual([]);
  },
);

test("an address with an invalid escape prefetches the coffee with that literal id", async () => {
  const { asked: requestedIds, prefetch: ask, reader } = counting();
  void ask("/coffee-details/100%");
  await reader.find("100%");
  expect(requestedIds).toEqual(["100%"]);
});
