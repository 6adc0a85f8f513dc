import { expect, test } from "vitest";
import { Fault } from "../../../catalogue/fault.ts";
import { assertOwnPage } from "./from-own-page.ts";

const host = "127.0.0.1:3000";
const shop = "https://shop.example";

test.for([
  ["no header that says where it comes from", {}],
  ["the same origin", { "sec-fetch-site": "same-origin" }],
  ["the host of the request", { origin: `http://${host}` }],
  ["the shop's address, behind a proxy", { origin: shop }],
  ["a page of the shop", { referer: `${shop}/add-new-coffee` }],
  ["an older browser's origin, which counts more than the page", { origin: shop, referer: "https://other.example/" }],
] as const)("a form with %s is taken", ([, headers]) => {
  expect(() => assertOwnPage({ headers: { host, ...headers } }, shop)).not.toThrow();
});

test.for([
  ["another site", { "sec-fetch-site": "cross-site" }],
  ["a sibling of the site", { "sec-fetch-site": "same-site", origin: shop }],
  ["an address that was typed", { "sec-fetch-site": "none" }],
  ["another origin", { origin: "https://other.example" }],
  ["an origin that hides itself", { origin: "null" }],
  ["another origin, though a page of the shop", { origin: "https://other.example", referer: shop }],
  ["a page of another site", { referer: "https://other.example/?https://shop.example" }],
] as const)("a form with %s is refused", ([, headers]) => {
  expect(() => assertOwnPage({ headers: { host, ...headers } }, shop)).toThrow(new Fault("foreign-form", {}));
});
