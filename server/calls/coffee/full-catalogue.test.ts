import { expect, test } from "vitest";
import { openTestShop } from "../../../test/servers/open-test-shop.ts";
import { call, textAt } from "../../../test/check-reply.ts";

const environment = { CATALOGUE_LIMIT: "1" };
const large = { details: "b".repeat(10_000), taste: "b".repeat(10_000), photo: "b".repeat(16_000) };

test("a full shop refuses adds, growing updates and undos with 507, and accepts deletes and smaller updates", async () => {
  await using shop = await openTestShop({ environment });
  const ids: string[] = [];
  for (;;) {
    const { status, body } = await call(shop, "POST /coffee", { json: large });
    if (status !== 201) break;
    ids.push(textAt(body, "insertedId"));
  }
  expect(ids).toHaveLength(27);
  const [first = "", second = "", third = ""] = ids;
  const refused = await call(shop, "POST /coffee", { json: large });
  expect([refused.status, textAt(refused.body, "type")]).toEqual([507, "/-/problems/catalogue-full"]);
  expect(textAt(refused.body, "detail")).toBe(
    "The shop is full: all coffees together can take up to 1 MB. Nothing was saved. Delete a coffee or shorten a text, then try again.",
  );
  const inBangla = await call(shop, "POST /coffee", { json: large, headers: { "accept-language": "bn" } });
  expect([textAt(inBangla.body, "title"), textAt(inBangla.body, "detail")]).toEqual([
    "দোকানে আর জায়গা নেই",
    expect.stringMatching(/^দোকানে আর জায়গা নেই: সব কফি মিলে সর্বোচ্চ ১ MB হতে পারে।/),
  ]);
  const longer = { ...large, chef: "b".repeat(10_000), supplier: "b".repeat(10_000) };
  expect((await call(shop, `PUT /coffee/${first}`, { json: longer })).status).toBe(507);
  expect((await call(shop, `PUT /coffee/${first}`, { json: { ...large, details: "c".repeat(10_000) } })).status).toBe(
    200,
  );
  expect((await call(shop, `PUT /coffee/${second}`, { json: { ...large, details: "" } })).status).toBe(200);
  const deleted = await call(shop, `DELETE /coffee/${third}`);
  expect(deleted.status).toBe(200);
  expect((await call(shop, "POST /coffee", { json: large })).status).toBe(201);
  expect((await call(shop, "PUT /-/changes/30/undo")).status).toBe(507);
  expect((await call(shop, "GET /coffee")).body).toHaveLength(27);
});

test("a shop over its catalogue limit serves all coffees, and takes only writes that make it smaller", async () => {
  await using before = await openTestShop();
  for (let count = 0; count < 30; count++) await call(before, "POST /coffee", { json: large });
  await using shop = await openTestShop({ environment, place: before.place });
  const { body } = await call(shop, "GET /coffee");
  expect(body).toHaveLength(30);
  expect((await call(shop, "POST /coffee", { json: {} })).status).toBe(507);
  const [first] = (await shop.store.list()).coffees;
  expect((await call(shop, `PUT /coffee/${first?.id}`, { json: {} })).status).toBe(200);
  expect((await call(shop, `DELETE /coffee/${first?.id}`)).status).toBe(200);
});
