import { mkdirSync, writeFileSync } from "node:fs";
import { request, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { newTestPlace } from "../../test/test-place.ts";
import { openTestShop } from "../../test/servers/open-test-shop.ts";

/** Requests a path exactly as written; `fetch` would normalise it. */
async function getAsWritten(url: string, path: string): Promise<{ status: number | undefined; body: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const outgoing = request(url, { path }, resolve);
  outgoing.on("error", reject);
  outgoing.end();
  const incoming = await promise;
  return { status: incoming.statusCode, body: await text(incoming) };
}

test.for([
  "bytes=0-",
  "bytes=0-0",
  "bytes=-1",
  "bytes=5-2",
  "bytes=99999999-",
  "bytes=0-0,1-1,-1",
  `bytes=${"0-,".repeat(3_000)}0-`,
  `bytes=0-${"9".repeat(400)}`,
  "bytes=a-b",
  "lines=0-1",
  "nonsense",
])("a file is sent whole, ignoring Range: %s", async (range) => {
  await using shop = await openTestShop();
  const url = `${shop.url}/favicon.svg`;
  const whole = await (await fetch(url)).text();
  const asked = await fetch(url, { headers: { range } });
  expect([asked.status, asked.headers.get("content-range"), await asked.text()]).toEqual([200, null, whole]);
});

test.for([
  "/../package.json",
  "/..%2fpackage.json",
  "/%2e%2e/%2e%2e/package.json",
  "/assets/..%2f..%2f..%2fpackage.json",
  "/..%5c..%5cpackage.json",
  "/..%c0%af..%c0%afpackage.json",
  "/%252e%252e%252fpackage.json",
  "/assets/....//....//package.json",
  "/favicon.svg%00.txt",
  "/open",
  "/current/client/favicon.svg",
  "/.git/config",
  "/niceties.db",
  "/data/niceties.db",
  "/server/index.js",
  "//evil.example/package.json",
  "/%2f%2fevil.example/package.json",
  "/%zz",
  "/%",
  "/%0d%0aSet-Cookie:a=b",
])("%s leads to no file, but to the not-found page", async (path) => {
  await using shop = await openTestShop();
  const { status, body } = await getAsWritten(shop.url, path);
  expect(status).toBe(404);
  expect(body).toContain("This cup is empty");
  expect(shop.reports).toEqual([]);
});

test.for(["br", "zstd", "gzip", "identity"])(
  "a file with compressed copies varies by Accept-Encoding when it is sent as %s",
  async (coding) => {
    await using shop = await openTestShop();
    const [, path = ""] = /"(\/assets\/root-[^"]+\.css)"/.exec(await (await fetch(shop.url)).text()) ?? [];
    const { headers } = await fetch(shop.url + path, { headers: { "accept-encoding": coding } });
    expect([headers.get("content-encoding") ?? "identity", headers.get("vary")]).toEqual([coding, "Accept-Encoding"]);
    const photograph = await fetch(`${shop.url}/photographs/hero-tall.jpg`);
    expect([photograph.status, photograph.headers.get("vary")]).toEqual([200, null]);
  },
);

test("If-Modified-Since gets 304 for an unchanged file, and 200 for a changed one", async () => {
  await using shop = await openTestShop();
  const url = `${shop.url}/photographs/hero-tall.jpg`;
  const whole = await fetch(url);
  const changed = whole.headers.get("last-modified") ?? "";
  const askSince = (since: string, more = {}) => fetch(url, { headers: { "if-modified-since": since, ...more } });
  const unchanged = await askSince(changed);
  expect([unchanged.status, await unchanged.text()]).toEqual([304, ""]);
  for (const name of ["cache-control", "last-modified", "cross-origin-resource-policy", "x-content-type-options"]) {
    expect([name, unchanged.headers.get(name)]).toEqual([name, whole.headers.get(name)]);
  }
  const before = new Date(Date.parse(changed) - 1_000).toUTCString();
  expect((await askSince(before)).status).toBe(200);
  expect((await askSince("nonsense")).status).toBe(200);
  expect((await askSince(changed, { "if-none-match": '"other"' })).status).toBe(200);
});

test("scripts of earlier builds are still served, but not their other files", async () => {
  await using place = await newTestPlace("");
  const { directory } = place;
  mkdirSync(`${directory}/assets`);
  writeFileSync(`${directory}/assets/earlier-b01d.js`, "export {};");
  writeFileSync(`${directory}/robots.txt`, "not for this build");
  await using shop = await openTestShop({ earlierFolders: [directory] });
  const earlier = await fetch(`${shop.url}/assets/earlier-b01d.js`);
  expect([earlier.status, await earlier.text()]).toEqual([200, "export {};"]);
  expect(earlier.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  expect((await fetch(`${shop.url}/assets/never-b01d.js`)).status).toBe(404);
  expect(await (await fetch(`${shop.url}/robots.txt`)).text()).not.toBe("not for this build");
});
