import { expect, test } from "vitest";
import { changesHash, scopeFromHash } from "./changes-address.ts";

test.for([
  [{}, "#changes"],
  [{ coffee: "6b0190b23dc1a96a2b10c4b9" }, "#changes/coffee/6b0190b23dc1a96a2b10c4b9"],
  [{ visitor: "3f9a1c20b7de" }, "#changes/visitor/3f9a1c20b7de"],
  [{ coffee: "a b/ü" }, "#changes/coffee/a%20b%2F%C3%BC"],
] as const)("the scope %j is written as the hash %s, and read back from it", ([scope, hash]) => {
  expect(changesHash(scope)).toBe(hash);
  expect(scopeFromHash(hash)).toEqual(scope);
});

test.for(["", "#", "#page", "#changesx", "#changes/", "#changes/coffee/", "#changes/chef/a"])(
  "%j asks for no changes",
  (hash) => {
    expect(scopeFromHash(hash)).toBeUndefined();
  },
);

test("a hash with an invalid escape asks for all changes", () => {
  expect(scopeFromHash("#changes/coffee/%e0")).toEqual({});
});
