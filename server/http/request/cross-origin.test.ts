import { IncomingMessage, type IncomingHttpHeaders } from "node:http";
import { Socket } from "node:net";
import { expect, test } from "vitest";
import { crossOrigin } from "./cross-origin.ts";

const ownHeaders = { sent: ["Browser-Key"], read: ["Receipt"] };
const friend = "https://friend.example";

function request(method: string, headers: IncomingHttpHeaders): IncomingMessage {
  return Object.assign(new IncomingMessage(new Socket()), { method, headers });
}

test("without allowed origins, there are no CORS headers and no preflight replies", () => {
  const { headersFor, preflight } = crossOrigin([], ownHeaders);
  const asked = request("OPTIONS", { origin: friend, "access-control-request-method": "PUT" });
  expect([headersFor(asked), preflight(asked)]).toEqual([[], undefined]);
});

test.for([
  [[friend], friend, true],
  [["*"], friend, true],
  [[friend], "https://other.example", false],
  [["*"], undefined, false],
] as const)("with the allowed origins %j, the origin %s may read the reply: %s", ([allowed, origin, isAllowed]) => {
  const asked = request("GET", origin === undefined ? {} : { origin });
  const read = ["access-control-expose-headers", "ETag,Location,Retry-After,Receipt"];
  expect(crossOrigin(allowed, ownHeaders).headersFor(asked)).toEqual([
    ...(isAllowed ? ["access-control-allow-origin", friend, ...read] : []),
    "vary",
    "Origin",
  ]);
});

test("a preflight reply allows all methods and headers for a day", async () => {
  const { preflight } = crossOrigin([friend], ownHeaders);
  const asking = { origin: friend, "access-control-request-method": "PUT" };
  const incoming = request("OPTIONS", asking);
  const parts = { incoming, headers: incoming.headers, argument: "", search: "", body: () => Promise.resolve("") };
  expect(await preflight(incoming)?.(parts)).toEqual({
    status: 204,
    headers: Object.entries({
      "access-control-allow-methods": "GET,HEAD,POST,PUT,DELETE",
      "access-control-max-age": "86400",
      vary: "Access-Control-Request-Headers",
      "access-control-allow-headers": "Content-Type,If-Match,If-None-Match,Browser-Key",
    }).flat(),
    body: "",
  });
  expect(preflight(request("PUT", asking))).toBeUndefined();
  expect(preflight(request("OPTIONS", { origin: friend }))).toBeUndefined();
});
