import { expect, test } from "vitest";
import { testsFor } from "./folders.ts";

test("a folder's mutants are tried with the tests that are chosen for it, and those of its files as well", () => {
  expect(testsFor("catalogue")).toContain("catalogue/**/*.test.ts");
  expect(testsFor("catalogue/log/undo.ts")).toEqual(testsFor("catalogue"));
  expect(testsFor("server/http/route.ts")).toEqual(testsFor("server/http"));
});

test("a folder for which nothing is chosen is tried with its own tests", () => {
  expect(testsFor("conform/rules")).toEqual(["conform/rules/**/*.test.ts"]);
  expect(testsFor("server/list-cache/segment.ts")).toEqual(["server/list-cache/**/*.test.ts"]);
});
