import { once } from "node:events";
import { request } from "node:http";
import { expect, test, vi } from "vitest";
import { openTestShop } from "../../test/open-test-shop.ts";

test("a change whose body arrives slowly is dated when all of it was there", async () => {
  let now = new Date("2026-11-23T12:00:00.000Z");
  await using shop = await openTestShop({ now: () => now });
  const admitted = Promise.withResolvers<void>();
  const dayKey = shop.store.dayKey.bind(shop.store);
  vi.spyOn(shop.store, "dayKey").mockImplementation(async (day) => {
    const key = await dayKey(day);
    setImmediate(admitted.resolve); // once all that waited for the key has gone on
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
