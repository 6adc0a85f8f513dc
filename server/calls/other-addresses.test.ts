import { expect, test } from "vitest";
import { openTestShop } from "../../test/servers/open-test-shop.ts";
import { shareTestShop } from "../../test/servers/share-test-shop.ts";
import { added, call, textAt } from "../../test/check-reply.ts";
import { describeApi } from "./openapi/openapi.ts";
import { faults } from "../../catalogue/fault.ts";
import { problemsPath } from "../http/problem.ts";

const unchanged = shareTestShop();

test("the health checks return 200, and openapi.json returns the API description", async () => {
  await using shop = await openTestShop();
  const [live, ready, openapi] = [
    await call(shop, "GET /-/live"),
    await call(shop, "GET /-/ready"),
    await call(shop, "GET /-/openapi.json"),
  ];
  expect([live.status, ready.status, openapi.status]).toEqual([200, 200, 200]);
  expect(openapi.body).toEqual(JSON.parse(JSON.stringify(describeApi(true))));
});

test("openapi.json names PUBLIC_URL as its server", async () => {
  await using shop = await openTestShop({ environment: { PUBLIC_URL: "https://shop.example/" } });
  const { body } = await call(shop, "GET /-/openapi.json");
  expect(body).toMatchObject({ servers: [{ url: "https://shop.example" }] });
});

test("no cache stores the health checks", async () => {
  const shop = unchanged();
  for (const path of ["/-/live", "/-/ready"] as const) {
    expect((await call(shop, `GET ${path}`)).headers.get("cache-control")).toBe("no-store");
  }
});

test.for(Object.entries(faults))("the type of the problem %s leads to its title", async ([code, { title, status }]) => {
  const shop = unchanged();
  const reply = await call(shop, `GET /${problemsPath.slice(1)}${code}`);
  expect([reply.status, reply.text]).toEqual([200, `${status} ${title.en}\n`]);
});

test.for([
  "GET /-/nothing",
  "GET /-/problems/nothing",
  "GET /-/problems/constructor",
  "GET /-/live/on",
  "GET /-/",
  "DELETE /-/nothing",
] as const)("%s is at an unknown address", async (line) => {
  const shop = unchanged();
  const { status, body } = await call(shop, line);
  expect([status, textAt(body, "type")]).toEqual([404, "/-/problems/unknown-address"]);
});

test("a person who opens /coffee or /coffee/{id} as a page gets the not-found page", async () => {
  await using shop = await openTestShop();
  const id = await added(shop, { name: "Latte" });
  for (const path of ["/coffee", `/coffee/${id}`, "/coffee/unknown"]) {
    const response = await fetch(shop.url + path, { headers: { "sec-fetch-dest": "document" } });
    const html = await response.text();
    expect([response.status, response.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
    expect(html).toContain("Back to home");
  }
  expect(shop.reports).toEqual([]);
});

const otherClients: readonly Readonly<Record<string, string>>[] = [
  {},
  { "sec-fetch-dest": "empty" },
  { "sec-fetch-dest": "image" },
  { accept: "text/html" },
];

test.for(otherClients)("a client that sends %j gets JSON", async (headers) => {
  await using shop = await openTestShop();
  const id = await added(shop, { name: "Latte" });
  expect((await call(shop, "GET /coffee", { headers })).body).toMatchObject([{ name: "Latte" }]);
  expect((await call(shop, `GET /coffee/${id}`, { headers })).body).toMatchObject({ name: "Latte" });
  expect((await call(shop, "GET /coffee/unknown", { headers })).body).toMatchObject({ status: 404 });
});

test.for([
  ["GET /coffee", undefined],
  ["GET /coffee/0123456789abcdef01234567", undefined],
  ["POST /coffee", {}],
  ["PUT /coffee/0123456789abcdef01234567", {}],
  ["DELETE /coffee/0123456789abcdef01234567", undefined],
  ["GET /-/ready", undefined],
] as const)("%s replies to an unexpected failure with a plain 500, and reports it once", async ([line, json]) => {
  await using shop = await openTestShop();
  await shop.store.close();
  const { status, body } = await call(shop, line, json && { json });
  expect([status, body]).toEqual([
    500,
    {
      type: "/-/problems/internal",
      title: faults.internal.title.en,
      status: 500,
      detail: expect.stringMatching(/^We logged this failure as [0-9a-f]{16}\. Try again in a moment\.$/),
    },
  ]);
  expect(shop.reports).toEqual([expect.any(Error)]);
});

test("a page whose coffee can't be read because the store fails shows blanks, not an error", async () => {
  await using shop = await openTestShop();
  await shop.store.close();
  const home = await fetch(shop.url);
  expect([home.status, await home.text()]).toEqual([200, expect.stringContaining("Our Popular Products")]);
  const details = await fetch(`${shop.url}/coffee-details/0123456789abcdef01234567`);
  expect([details.status, await details.text()]).toEqual([503, expect.stringContaining("Niceties</h1>")]);
});

test.for([
  ["POST /-/live", "GET, HEAD, OPTIONS"],
  ["PUT /-/ready", "GET, HEAD, OPTIONS"],
  ["DELETE /-/openapi.json", "GET, HEAD, OPTIONS"],
  ["PUT /", "GET, HEAD, POST, OPTIONS"],
  ["PUT /add-new-coffee", "GET, HEAD, POST, OPTIONS"],
  ["DELETE /coffee-details/1", "GET, HEAD, POST, OPTIONS"],
  ["POST /favicon.svg", "GET, HEAD, OPTIONS"],
  ["POST /nowhere", "GET, HEAD, OPTIONS"],
] as const)("%s is refused with 405, and Allow lists the methods: %s", async ([line, allow]) => {
  const shop = unchanged();
  const { status, body, headers } = await call(shop, line, { json: {} });
  expect([status, textAt(body, "type")]).toEqual([405, "/-/problems/method-not-allowed"]);
  expect(headers.get("allow")).toBe(allow);
  const path = line.slice(line.indexOf(" ") + 1);
  const options = await fetch(shop.url + path, { method: "OPTIONS" });
  expect([options.status, options.headers.get("allow")]).toEqual([204, allow]);
});

test("error replies have Cache-Control: no-store and X-Content-Type-Options: nosniff", async () => {
  const shop = unchanged();
  for (const line of ["GET /coffee/unknown", "PATCH /coffee", "GET /-/nothing"] as const) {
    const { headers } = await call(shop, line);
    expect([headers.get("cache-control"), headers.get("x-content-type-options")]).toEqual(["no-store", "nosniff"]);
  }
});
