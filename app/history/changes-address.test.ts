import { expect, test } from "vitest";
import { changesHash, filterFromHash } from "./changes-address.ts";

test.for([
  [{}, "#changes"],
  [{ coffee: "6b0190b23dc1a96a2b10c4b9" }, "#changes/coffee/6b0190b23dc1a96a2b10c4b9"],
  [{ visitor: "3f9a1c20b7de" }, "#changes/visitor/3f9a1c20b7de"],
  [{ coffee: "a b/ü" }, "#changes/coffee/a%20b%2F%C3%BC"],
] as const)("%j has the hash %s, and is what it asks for", ([filter, hash]) => {
  expect(changesHash(filter)).toBe(hash);
  expect(filterFromHash(hash)).toEqual(filter);
});

test.for(["", "#", "#page", "#changesx", "#changes/", "#changes/coffee/", "#changes/chef/a"])(
  "%j asks for no changes",
  (hash) => {
    expect(filterFromHash(hash)).toBeUndefined();
  },
);

test("half an escape asks for all changes", () => {
  expect(filterFromHash("#changes/coffee/%e0")).toEqual({});
});
