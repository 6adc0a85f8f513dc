import { once } from "node:events";
import { request } from "node:http";
import { expect, test, vi } from "vitest";
import { coffeeText } from "../../catalogue/coffee-text.ts";
import { emptyFields } from "../../catalogue/coffee.ts";
import { openTestShop } from "../../test/servers/open-test-shop.ts";
import { undoPrice } from "./authorise-write.ts";

test("the price of an undo counts the bytes of the coffee before and after it", () => {
  const [before, after] = [coffeeText({ ...emptyFields, name: '"টং"\\' }), coffeeText({ ...emptyFields, name: "a" })];
  const preview = { coffeeId: "6b0170fbc7b3dc984a466fbf", before, after, takenBack: [2], kept: [] };
  expect(undoPrice([preview]).bytes).toBe(Buffer.byteLength(before) + Buffer.byteLength(after) + "[,]".length);
  expect(undoPrice([{ ...preview, after: null }]).bytes).toBe(Buffer.byteLength(before) + "[,null]".length);
});

test("a change whose body arrives slowly has the time at which the body was complete", async () => {
  let now = new Date("2026-11-23T12:00:00.000Z");
  await using shop = await openTestShop({ now: () => now });
  const admitted = Promise.withResolvers<void>();
  const dayKey = shop.store.dayKey.bind(shop.store);
  vi.spyOn(shop.store, "dayKey").mockImplementation(async (day) => {
    const key = await dayKey(day);
    setImmediate(admitted.resolve); // after every request that waits for the key has continued
    return key;
  });
  const headers = { "content-type": "application/json", "transfer-encoding": "chunked" };
  const outgoing = request(`${shop.url}/coffee`, { method: "POST", headers });
  outgoing.write('{"name":');
  await admitted.promise;
  now = new Date("2026-11-23T12:00:20.000Z");
  outgoing.end('"slow"}');
  const [incoming] = await once(outgoing, "response");
  incoming.resume();
  expect(await shop.store.changes(0, 9)).toMatchObject([{ time: "2026-11-23T12:00:20.000Z" }]);
});
