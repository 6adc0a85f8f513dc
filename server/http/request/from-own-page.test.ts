import { expect, test } from "vitest";
import { Fault } from "../../../catalogue/fault.ts";
import { assertOwnPage } from "./from-own-page.ts";

const host = "127.0.0.1:3000";
const shop = "https://shop.example";

test.for([
  ["no header that names its origin", {}],
  ["the same origin", { "sec-fetch-site": "same-origin" }],
  ["the host of the request", { origin: `http://${host}` }],
  ["the shop's address, behind a proxy", { origin: shop }],
  ["a page of the shop", { referer: `${shop}/add-new-coffee` }],
  ["the shop's origin, and a referer of another site", { origin: shop, referer: "https://other.example/" }],
] as const)("a form with %s is accepted", ([, headers]) => {
  expect(() => assertOwnPage({ headers: { host, ...headers } }, shop)).not.toThrow();
});

test.for([
  ["another site", { "sec-fetch-site": "cross-site" }],
  ["another host of the same site", { "sec-fetch-site": "same-site", origin: shop }],
  ["an address that was typed", { "sec-fetch-site": "none" }],
  ["another origin", { origin: "https://other.example" }],
  ["an opaque origin", { origin: "null" }],
  ["another origin, and a referer of the shop", { origin: "https://other.example", referer: shop }],
  ["a page of another site", { referer: "https://other.example/?https://shop.example" }],
] as const)("a form with %s is refused", ([, headers]) => {
  expect(() => assertOwnPage({ headers: { host, ...headers } }, shop)).toThrow(new Fault("foreign-form", {}));
});
