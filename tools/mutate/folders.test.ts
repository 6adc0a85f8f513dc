import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { testsFor, testsLeftOut } from "./folders.ts";

test("a folder's mutants are tried with the tests that are chosen for it, and those of its files as well", () => {
  expect(testsFor("catalogue")).toContain("catalogue/**/*.test.ts");
  expect(testsFor("catalogue/log/undo.ts")).toEqual(testsFor("catalogue"));
  expect(testsFor("server/http/route.ts")).toEqual(testsFor("server/http"));
});

test("a folder for which nothing is chosen is tried with its own tests", () => {
  expect(testsFor("conform/rules")).toEqual(["conform/rules/**/*.test.ts"]);
  expect(testsFor("server/list-cache/segment.ts")).toEqual(["server/list-cache/**/*.test.ts"]);
});

test("every file that is left out exists", () => {
  const named = Object.keys(testsLeftOut);
  expect(named.filter((file) => !existsSync(new URL(`../../${file}`, import.meta.url)))).toEqual([]);
});
