import { expect, test } from "vitest";
import { readSettings } from "../settings.ts";
import { siteUrl } from "./site-url.ts";

function site(environment: Record<string, string>, headers: Record<string, string>, url = "/") {
  return siteUrl(readSettings(environment))({ url, headers, socket: { remoteAddress: "192.0.2.7" } });
}

const host = "shop.example:8080";
const forwarded = { host, "x-forwarded-proto": "https" };

test.for([
  ["of the request's Host header", {}, { host }, "http://shop.example:8080"],
  ["of the request, if its proxy is not trusted", {}, forwarded, "http://shop.example:8080"],
  [
    "of the request, if only another proxy is trusted",
    { TRUST_PROXY: "10.0.0.0/8" },
    forwarded,
    "http://shop.example:8080",
  ],
  ["with the scheme that a trusted proxy names", { TRUST_PROXY: "1" }, forwarded, "https://shop.example:8080"],
  [
    "with the first scheme in a chain of proxies",
    { TRUST_PROXY: "192.0.2.7" },
    { host, "x-forwarded-proto": "HTTPS, http" },
    `https://${host}`,
  ],
  [
    "with http, if the proxy names an unknown scheme",
    { TRUST_PROXY: "1" },
    { host, "x-forwarded-proto": "javascript" },
    `http://${host}`,
  ],
  ["without the default port", {}, { host: "shop.example:80" }, "http://shop.example"],
  ["of an IPv6 host, in lower case", {}, { host: "[2001:DB8::1]:3000" }, "http://[2001:db8::1]:3000"],
  [
    "of PUBLIC_URL, if it is set",
    { PUBLIC_URL: "https://cafe.example/", TRUST_PROXY: "1" },
    forwarded,
    "https://cafe.example",
  ],
] as const)("links lead to the address %s", ([, environment, headers, address]) => {
  expect(site(environment, headers)).toBe(address);
});

test("a whole URL in the request line overrides the Host header", () => {
  expect(site({}, { host }, "http://other.example/robots.txt")).toBe("http://other.example");
});
