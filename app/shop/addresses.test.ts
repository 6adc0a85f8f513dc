import { expect, test } from "vitest";
import { addresses, isPage, readablePath, segmentOfCoffee } from "./addresses.ts";

test.for([
  ["/", "/"],
  ["/coffee-details/0123456789abcdef01234567", "/coffee-details/0123456789abcdef01234567"],
  ["/%E0%A6%95%e0%a6%ab", "/%E0%A6%95%e0%a6%ab"],
  ["/%25zz%2F%00", "/%25zz%2F%00"],
  ["/%zz", "/%25zz"],
  ["/100%", "/100%25"],
  ["/%/%4/%41", "/%25/%254/%41"],
  ["/%ff", "/%25ff"],
  ["/%c0%ae%c0%ae/etc", "/%25c0%25ae%25c0%25ae/etc"],
  ["/%E0%A4%A", "/%25E0%25A4%25A"],
  ["/%ed%a0%80", "/%25ed%25a0%2580"],
  ["/%0d%0aSet-Cookie:a=b", "/%250d%250aSet-Cookie:a=b"],
  ["/a%E2%80%A8b/%e2%80%a9", "/a%25E2%2580%25A8b/%25e2%2580%25a9"],
  ["//evil.example/x", "/%2Fevil.example/x"],
  ["///evil.example/%zz", "/%2F%2Fevil.example/%25zz"],
  ["/\\evil.example", "/%5Cevil.example"],
  ["/\\/evil.example", "/%5C%2Fevil.example"],
  ["//", "/%2F"],
  ["/%2F/evil.example", "/%2F/evil.example"],
  ["/%5C%5Cevil.example", "/%5C%5Cevil.example"],
  ["//coffee-details/%0d%0a", "/%2Fcoffee-details/%250d%250a"],
  ["/coffee-details/%0d%0a", "/coffee-details/%0d%0a"],
  ["/coffee-details/%0a/more", "/coffee-details/%250a/more"],
] as const)("the path %s is read as %s", ([path, readable]) => {
  expect(readablePath(path)).toBe(readable);
  expect(() => decodeURIComponent(readablePath(path))).not.toThrow();
  expect(new URL(readablePath(path), "https://shop.example").origin).toBe("https://shop.example");
});

test("a path of thousands of percent signs is read", () => {
  expect(readablePath(`/${"%".repeat(100_000)}`)).toBe(`/${"%25".repeat(100_000)}`);
});

test.for([
  [addresses.home, true, undefined],
  [addresses.addNewCoffee, true, undefined],
  [addresses.coffeeDetails("a b"), true, "a%20b"],
  [addresses.updateCoffee("1"), true, "1"],
  ["/coffee-details/", false, undefined],
  ["/coffee-details/1/2", false, undefined],
  ["/nowhere", false, undefined],
  ["//evil.example", false, undefined],
] as const)("%s is the path of a page: %s, of the coffee %s", ([path, isOne, segment]) => {
  expect([isPage(path), segmentOfCoffee(path)]).toEqual([isOne, segment]);
});
