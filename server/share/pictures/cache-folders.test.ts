import { mkdtempSync, readdirSync, rmSync, statSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { temporaryFolder } from "./cache-folders.ts";

let directory = "";

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "niceties-folders-"));
  vi.stubEnv("TMPDIR", directory);
});

afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(directory, { recursive: true });
});

test("the temporary folder is the same one each time, and nobody else may look into it", () => {
  const folder = temporaryFolder();
  expect(temporaryFolder()).toBe(folder);
  expect(readdirSync(directory)).toHaveLength(1);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

test("a temporary folder that leads elsewhere is not used", () => {
  const folder = temporaryFolder();
  rmSync(folder, { recursive: true });
  symlinkSync(directory, folder);
  expect(temporaryFolder).toThrow("is not a folder of this user");
});
