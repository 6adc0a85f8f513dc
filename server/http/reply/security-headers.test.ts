import { expect, test } from "vitest";
import { securityHeadersOf } from "./security-headers.ts";

const ofAll = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  "strict-transport-security": "max-age=31536000",
};
const noPolicyButNone = { "content-security-policy": "default-src 'none'; frame-ancestors 'none'" };

function headersFor(headers: readonly string[], isForOtherSites = false): unknown {
  const sent = securityHeadersOf(headers, isForOtherSites);
  return Object.fromEntries(sent.flatMap((name, at) => (at % 2 === 0 ? [[name, sent[at + 1]]] : [])));
}

test("a page is isolated from other sites, and may use no device", () => {
  expect(headersFor(["vary", "Accept", "content-type", "text/html; charset=utf-8"], true)).toEqual({
    ...ofAll,
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy":
      "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()",
  });
});

test.for([[], ["content-type", "application/json"], ["content-type"], ["vary", "text/html"]])(
  "a reply that is not a page, with headers %j, may load nothing",
  (headers) => {
    const ofShop = { ...ofAll, "cross-origin-resource-policy": "same-origin", ...noPolicyButNone };
    expect(headersFor(headers)).toEqual(ofShop);
    expect(headersFor(headers, true)).toEqual({ ...ofShop, "cross-origin-resource-policy": "cross-origin" });
  },
);

test("a reply with a policy of its own gets no other", () => {
  const headers = ["content-type", "text/javascript", "content-security-policy", "default-src 'self'"];
  expect(headersFor(headers)).toEqual({ ...ofAll, "cross-origin-resource-policy": "same-origin" });
});
