import { describe, expect, test } from "vitest";
import { openTestShop, type TestShop } from "../../../test/servers/open-test-shop.ts";
import { added, at, call } from "../../../test/check-reply.ts";

const dayMs = 86_400_000;
const numbersIn = (body: unknown) => {
  const changes = at(body, "changes");
  return Array.isArray(changes) ? changes.map((change) => at(change, "number")) : [];
};

/** The `X-Forwarded-For` header of a visitor's requests. */
const as = (visitor: "ada" | "bob") => ({ "x-forwarded-for": visitor === "ada" ? "192.0.2.7" : "192.0.2.8" });

/** The text of a change stream up to and including its `begin` event. */
async function streamBegins(shop: TestShop, after: number): Promise<string> {
  const response = await fetch(`${shop.url}/-/changes/stream?after=${after}`);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  while (!/event: begin\n[^]*?\n\n/.test(text)) text += (await reader?.read())?.value ?? "";
  await reader?.cancel();
  return text;
}

/** A shop in which two visitors wrote: changes 1 to 3 forty days ago, 4 and 5 two days ago. */
async function oldShop(history: string) {
  const start = Date.parse("2026-10-01T12:00:00.000Z");
  let time = start;
  const shop = await openTestShop({
    now: () => new Date(time),
    environment: { HISTORY: history, TRUST_PROXY: "1" },
  });
  const [kept, gone] = [await added(shop, { name: "oldest words" }), await added(shop, { name: "gone long ago" })];
  await call(shop, `DELETE /coffee/${gone}`);
  time = start + 38 * dayMs;
  await call(shop, `PUT /coffee/${kept}`, { json: { name: "older words" }, headers: as("ada") });
  await call(shop, `PUT /coffee/${kept}`, { json: { name: "present words" }, headers: as("bob") });
  time = start + 40 * dayMs;
  return { shop, kept, gone };
}

describe("HISTORY", () => {
  test("with all, shows every change and deletion, and allows an undo of an old one", async () => {
    const { shop, gone } = await oldShop("all");
    await using _ = shop;
    expect(numbersIn((await call(shop, "GET /-/changes")).body)).toEqual([5, 4, 3, 2, 1]);
    expect(at((await call(shop, `GET /coffee/${gone}`)).body, "deleted", "change")).toBe(3);
    expect((await call(shop, "PUT /-/changes/3/undo")).status).toBe(200);
  });

  test("with days:30, shows the changes of thirty days and nothing of those before", async () => {
    const { shop, gone, kept } = await oldShop("days:30");
    await using _ = shop;
    const { text, body } = await call(shop, "GET /-/changes");
    expect([numbersIn(body), at(body, "hasMore")]).toEqual([[5, 4], false]);
    expect(text).not.toContain("gone long ago");
    expect(numbersIn((await call(shop, `GET /-/changes?coffee=${kept}`)).body)).toEqual([5, 4]);
    expect(numbersIn((await call(shop, "GET /-/changes?before=4")).body)).toEqual([]);
    expect(at((await call(shop, `GET /coffee/${gone}`)).body, "deleted")).toBeUndefined();
    expect((await fetch(`${shop.url}/coffee-details/${gone}`)).status).toBe(404);
    expect((await fetch(`${shop.url}/-/share/${gone}.jpg`)).status).toBe(404);
    expect(await streamBegins(shop, 3)).not.toContain("event: reload");
    expect(await streamBegins(shop, 2)).toContain("event: reload");
  });

  test("with days:30, answers a client whose last change is too old with reload: true", async () => {
    const { shop } = await oldShop("days:30");
    await using _ = shop;
    expect(numbersIn((await call(shop, "GET /-/changes?after=3")).body)).toEqual([4, 5]);
    const reply = await call(shop, "GET /-/changes?after=2");
    expect([reply.body, reply.headers.get("niceties-change")]).toEqual([
      { changes: [], hasMore: false, reload: true },
      "5",
    ]);
  });

  test("with days:30, nobody can undo a change that is too old to be shown, so no undo reveals its words", async () => {
    const { shop } = await oldShop("days:30");
    await using _ = shop;
    expect((await call(shop, "PUT /-/changes/3/undo")).status).toBe(404);
    expect((await call(shop, "PUT /-/changes/5/undo")).status).toBe(200);
  });

  test("with off, shows no past change, and a stream can follow only new ones", async () => {
    const { shop, gone, kept } = await oldShop("off");
    await using _ = shop;
    for (const query of ["", `?coffee=${kept}`, "?after=0", "?after=4", "?before=99", "?visitor=operator"] as const) {
      const { text } = await call(shop, `GET /-/changes${query}`);
      expect(text).not.toMatch(/words|gone/);
    }
    expect(at((await call(shop, `GET /coffee/${gone}`)).body, "deleted")).toBeUndefined();
    expect(await streamBegins(shop, 4)).toContain("event: reload");
    expect(await streamBegins(shop, 5)).not.toContain("event: reload");
  });

  test("with off, an interrupted stream resumes after recent changes without a reload", async () => {
    const { shop } = await oldShop("off");
    await using _ = shop;
    await added(shop, { name: "new" });
    await added(shop, { name: "newer" });
    expect(await streamBegins(shop, 5)).not.toContain("event: reload");
  });

  test("with off, visitors undo what they did themselves, and nobody else's changes", async () => {
    const { shop, kept } = await oldShop("off");
    await using _ = shop;
    const made = await call(shop, `PUT /coffee/${kept}`, { json: { name: "a slip" }, headers: as("ada") });
    expect(made.status).toBe(200);
    expect((await call(shop, "PUT /-/changes/6/undo", { headers: as("bob") })).status).toBe(404);
    expect(at((await call(shop, `GET /coffee/${kept}`)).body, "name")).toBe("a slip");
    const undone = await call(shop, "PUT /-/changes/6/undo", { headers: as("ada") });
    expect(at(undone.body, "coffee", "name")).toBe("present words");
  });

  test("with off, pages offer no list of changes", async () => {
    const { shop } = await oldShop("off");
    await using _ = shop;
    expect((await (await fetch(shop.url)).text()).includes("#changes")).toBe(false);
  });

  test("does not hide changes from the operator's commands, which read the store", async () => {
    const { shop } = await oldShop("off");
    await using _ = shop;
    expect((await shop.store.select({}, 10)).map(({ number }) => number)).toEqual([5, 4, 3, 2, 1]);
  });
});
