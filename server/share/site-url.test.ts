import { expect, test } from "vitest";
import { readSettings } from "../settings.ts";
import { siteUrl } from "./site-url.ts";

function site(environment: Record<string, string>, headers: Record<string, string>, url = "/") {
  return siteUrl(readSettings(environment))({ url, headers, socket: { remoteAddress: "192.0.2.7" } });
}

const host = "shop.example:8080";
const forwarded = { host, "x-forwarded-proto": "https" };

test.for([
  ["of each request", {}, { host }, "http://shop.example:8080"],
  ["of a proxy that nobody trusts", {}, forwarded, "http://shop.example:8080"],
  ["of one at another address", { TRUST_PROXY: "10.0.0.0/8" }, forwarded, "http://shop.example:8080"],
  ["of a trusted proxy", { TRUST_PROXY: "1" }, forwarded, "https://shop.example:8080"],
  ["of a chain of them", { TRUST_PROXY: "192.0.2.7" }, { host, "x-forwarded-proto": "HTTPS, http" }, `https://${host}`],
  ["of one that says neither", { TRUST_PROXY: "1" }, { host, "x-forwarded-proto": "javascript" }, `http://${host}`],
  ["of the default port", {}, { host: "shop.example:80" }, "http://shop.example"],
  ["of an IPv6 address", {}, { host: "[2001:DB8::1]:3000" }, "http://[2001:db8::1]:3000"],
  ["of the setting", { PUBLIC_URL: "https://cafe.example/", TRUST_PROXY: "1" }, forwarded, "https://cafe.example"],
] as const)("links lead to the address %s", ([, environment, headers, address]) => {
  expect(site(environment, headers)).toBe(address);
});

test("in a target with a whole address, its host counts and not Host", () => {
  expect(site({}, { host }, "http://other.example/robots.txt")).toBe("http://other.example");
});
