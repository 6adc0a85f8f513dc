import { expect, test } from "vitest";
import { operator } from "./coffee-store.ts";
import { networkOf, visitorOf } from "./visitor.ts";

test("a change is told as the browser's, and as the address's where the browser gave no key", () => {
  expect(visitorOf({ visitor: "an address", browser: "a browser" })).toBe("a browser");
  expect(visitorOf({ visitor: "an address", browser: null })).toBe("an address");
  expect(visitorOf({ visitor: "an address" })).toBe("an address");
  expect(visitorOf({ visitor: null })).toBeNull();
});

test("a visitor's change came from a network, and the operator's from none", () => {
  expect(networkOf({ visitor: "an address", browser: "a browser" })).toBe("an address");
  expect(networkOf({ visitor: operator })).toBeNull();
  expect(networkOf({ visitor: null })).toBeNull();
});
