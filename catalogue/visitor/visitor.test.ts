import { expect, test } from "vitest";
import { operator } from "../coffee-store.ts";
import { networkOf, visitorOf } from "./visitor.ts";

test("a change is by its browser, or by its address if the browser sent no key", () => {
  expect(visitorOf({ visitor: "an address", browser: "a browser" })).toBe("a browser");
  expect(visitorOf({ visitor: "an address", browser: null })).toBe("an address");
  expect(visitorOf({ visitor: "an address" })).toBe("an address");
  expect(visitorOf({ visitor: null })).toBeNull();
});

test("a visitor's change has a network, and the operator's has none", () => {
  expect(networkOf({ visitor: "an address", browser: "a browser" })).toBe("an address");
  expect(networkOf({ visitor: operator })).toBeNull();
  expect(networkOf({ visitor: null })).toBeNull();
});
