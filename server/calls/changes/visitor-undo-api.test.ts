import { describe, expect, test } from "vitest";
import { fieldsOf } from "../../../catalogue/coffee-text.ts";
import { openTestShop, type TestShop } from "../../../test/servers/open-test-shop.ts";
import { added, at, call } from "../../../test/check-reply.ts";

const red = { "niceties-browser": "0123456789abcdef0123456789abcdef" };
const blue = { "niceties-browser": "fedcba9876543210fedcba9876543210" };

const names = async (shop: TestShop) => (await shop.store.list()).coffees.map(({ text }) => fieldsOf(text).name);

/** The name of the visitor who made a change, as the log shows it. */
async function visitorOfChange(shop: TestShop, number: number): Promise<string> {
  const { body } = await call(shop, `GET /-/changes?after=${number - 1}`);
  return String(at(body, "changes", "0", "visitor"));
}

/** A shop that two browsers at one address changed. Changes 1, 2 and 7 are blue's; 3 to 6, the bad ones, are red's. */
async function cafe(): Promise<TestShop & { one: string; other: string }> {
  const shop = await openTestShop();
  const one = await added(shop, { name: "Doi Coffee", taste: "sour" }, blue);
  const other = await added(shop, { name: "Lebu Coffee" }, blue);
  await call(shop, `PUT /coffee/${one}`, { json: { name: "spoilt", taste: "ash" }, headers: red });
  await call(shop, `DELETE /coffee/${other}`, { headers: red });
  await added(shop, { name: "spam" }, red);
  await added(shop, { name: "spam too" }, red);
  await call(shop, `PUT /coffee/${one}`, { json: { name: "spoilt", taste: "sweet" }, headers: blue });
  return Object.assign(shop, { one, other });
}

describe("two browsers behind one address", () => {
  test("are two visitors, and undoing everything by one leaves what the other did", async () => {
    await using shop = await cafe();
    const [redName, blueName] = [await visitorOfChange(shop, 3), await visitorOfChange(shop, 7)];
    expect(redName).toMatch(/^[0-9a-f]{12}$/);
    expect(redName).not.toBe(blueName);
    const address = `/-/visitors/${redName}/undo` as const;
    const shown = await call(shop, `GET ${address}`);
    expect(shown.body).toEqual({
      visitor: redName,
      changes: [6, 5, 4, 3],
      hasMore: false,
      coffees: [
        { coffeeId: expect.any(String), name: "spam too", isThere: true, willBeThere: false, takenBack: [6], kept: [] },
        { coffeeId: expect.any(String), name: "spam", isThere: true, willBeThere: false, takenBack: [5], kept: [] },
        { coffeeId: shop.other, name: "Lebu Coffee", isThere: false, willBeThere: true, takenBack: [4], kept: [] },
        {
          coffeeId: shop.one,
          name: "spoilt",
          isThere: true,
          willBeThere: true,
          takenBack: [3],
          kept: [{ field: "taste", change: 7, visitor: blueName }],
        },
      ],
    });
    const tag = shown.headers.get("etag") ?? "";
    const undone = await call(shop, `PUT ${address}`, { headers: { ...blue, "if-match": tag } });
    expect([undone.status, undone.body]).toEqual([
      200,
      { acknowledged: true, undoneCount: 4, changes: [8, 9, 10, 11], hasMore: false },
    ]);
    expect(undone.headers.get("niceties-receipt")).toMatch(/^11-[0-9a-f]{64}$/);
    expect(await names(shop)).toEqual(["Doi Coffee", "Lebu Coffee"]);
    const one = await shop.store.find(shop.one);
    expect(one && fieldsOf(one.text).taste).toBe("sweet");
    expect(at((await call(shop, `GET ${address}`)).body, "changes")).toEqual([]);
  });

  test("have different names that hold for a day; neither the key nor the address is stored or shown", async () => {
    let now = new Date("2026-11-23T12:00:00.000Z");
    await using shop = await openTestShop({ now: () => now });
    await added(shop, {}, red);
    await added(shop, {});
    now = new Date("2026-11-24T12:00:00.000Z");
    await added(shop, {}, red);
    const { body } = await call(shop, "GET /-/changes");
    const visitors = [0, 1, 2].map((place) => at(body, "changes", String(place), "visitor"));
    expect(new Set(visitors).size).toBe(3);
    expect(JSON.stringify(body)).not.toContain("browser");
    expect(JSON.stringify(body)).not.toContain(await shop.store.dayKey("2026-11-24"));
    const kept = JSON.stringify(await shop.store.changes(0, 9));
    expect(kept).not.toContain(red["niceties-browser"]);
    expect(kept).not.toContain("127.0.0.1");
  });
});

test.for(["", "0123456789ABCDEF0123456789ABCDEF", "0123", `${"0".repeat(32)}, ${"1".repeat(32)}`])(
  "a write with the invalid browser key %j is listed under its address",
  async (key) => {
    await using shop = await openTestShop();
    await added(shop, {}, { "niceties-browser": key });
    await added(shop, {});
    expect(await visitorOfChange(shop, 1)).toBe(await visitorOfChange(shop, 2));
  },
);

test("with EXTRAS=off all browsers of an address have one name", async () => {
  await using shop = await openTestShop({ environment: { EXTRAS: "off" } });
  await added(shop, {}, red);
  expect(await shop.store.changes(0, 9)).toMatchObject([{ browser: null }]);
});

describe("undoing everything by one visitor", () => {
  test("is refused with 428 without a preview, and undoes nothing", async () => {
    await using shop = await cafe();
    const address = `/-/visitors/${await visitorOfChange(shop, 3)}/undo` as const;
    for (const shown of [{}, { headers: { "if-match": "*" } }, { headers: { "if-match": '"7.x"' } }]) {
      const refused = await call(shop, `PUT ${address}`, shown);
      expect([refused.status, at(refused.body, "type")]).toEqual([428, "/-/problems/undo-not-shown"]);
    }
    expect((await shop.store.version()).number).toBe(7);
  });

  test.for([
    ["somebody changed one of its coffees", (shop: TestShop & { one: string }) => `PUT /coffee/${shop.one}` as const],
    ["somebody undid one of its changes", () => "PUT /-/changes/5/undo" as const],
  ] as const)("is refused with 412 if %s after the preview, and undoes nothing", async ([, lineOf]) => {
    await using shop = await cafe();
    const address = `/-/visitors/${await visitorOfChange(shop, 3)}/undo` as const;
    const tag = (await call(shop, `GET ${address}`)).headers.get("etag") ?? "";
    const json = { name: "another" };
    const line = lineOf(shop);
    await call(shop, line, line.includes("coffee/") ? { json, headers: blue } : { headers: blue });
    const { number } = await shop.store.version();
    const refused = await call(shop, `PUT ${address}`, { headers: { "if-match": tag } });
    expect([refused.status, at(refused.body, "type")]).toEqual([412, "/-/problems/changed-meanwhile"]);
    expect(await shop.store.version()).toMatchObject({ number });
  });

  test("goes ahead if only other coffees changed after the preview", async () => {
    await using shop = await cafe();
    const address = `/-/visitors/${await visitorOfChange(shop, 3)}/undo` as const;
    const tag = (await call(shop, `GET ${address}`)).headers.get("etag") ?? "";
    await added(shop, { name: "new" }, red);
    expect((await call(shop, `PUT ${address}`, { headers: { "if-match": tag } })).status).toBe(200);
    expect(await names(shop)).toEqual(["Doi Coffee", "Lebu Coffee", "new"]);
  });

  test("undoes fifty changes at a time, and skips undone changes and the visitor's own undos", async () => {
    await using shop = await openTestShop();
    for (let count = 0; count < 53; count++) await added(shop, { name: `${count}` }, red);
    await call(shop, "PUT /-/changes/53/undo", { headers: red });
    const address = `/-/visitors/${await visitorOfChange(shop, 1)}/undo` as const;
    const left: unknown[] = [];
    for (const _ of [1, 2]) {
      const shown = await call(shop, `GET ${address}`);
      const tag = shown.headers.get("etag") ?? "";
      const { body } = await call(shop, `PUT ${address}`, { headers: { ...blue, "if-match": tag } });
      left.push([at(shown.body, "hasMore"), at(body, "undoneCount"), (await names(shop)).length]);
    }
    expect(left).toEqual([
      [true, 50, 2],
      [false, 2, 0],
    ]);
  });

  test("costs as much as undoing each change, and offers at most half of an address's points", async () => {
    await using shop = await openTestShop({ environment: { WRITE_LIMIT: "20" } });
    for (let count = 0; count < 4; count++) await added(shop, { name: "spam" }, red);
    const address = `/-/visitors/${await visitorOfChange(shop, 1)}/undo` as const;
    const shown = await call(shop, `GET ${address}`);
    expect([at(shown.body, "changes"), at(shown.body, "hasMore")]).toEqual([[4, 3], true]);
    const headers = { ...blue, "if-match": shown.headers.get("etag") ?? "" };
    expect((await call(shop, `PUT ${address}`, { headers })).status).toBe(200);
    for (let count = 0; count < 6; count++) await added(shop, {}, blue);
    expect((await call(shop, "POST /coffee", { json: {} })).status).toBe(429);
  });

  test("undoes nothing for an unknown visitor", async () => {
    await using shop = await openTestShop();
    const shown = await call(shop, "GET /-/visitors/0123456789ab/undo");
    expect(shown.body).toEqual({ visitor: "0123456789ab", changes: [], hasMore: false, coffees: [] });
    const headers = { "if-match": shown.headers.get("etag") ?? "" };
    const { body } = await call(shop, "PUT /-/visitors/0123456789ab/undo", { headers });
    expect(body).toEqual({ acknowledged: true, undoneCount: 0, changes: [], hasMore: false });
  });
});
