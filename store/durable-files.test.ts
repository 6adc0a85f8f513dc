import { spawnSync } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeDirectory } from "./durable-files.ts";
import { insistOnStrace } from "./insist-on-strace.ts";

let folder: string;
beforeEach(async () => {
  folder = realpathSync(await mkdtemp(join(tmpdir(), "niceties-durable-")));
});
afterEach(() => rm(folder, { recursive: true }));

test("a directory is made with all above it, and making it again is no error", () => {
  const path = join(folder, "a", "b", "c");
  makeDirectory(path);
  makeDirectory(path);
  expect(existsSync(path)).toBe(true);
});

test("where a file stands, no directory is made", async () => {
  await writeFile(join(folder, "a"), "mine");
  expect(() => makeDirectory(join(folder, "a", "b"))).toThrow(expect.objectContaining({ code: "EEXIST" }));
});

if (process.platform === "linux") {
  test("each directory that is made is synced into the one above it", () => {
    insistOnStrace();
    const module = new URL("durable-files.ts", import.meta.url).href;
    const program = `(await import(${JSON.stringify(module)})).makeDirectory(process.argv[1])`;
    const node = [process.execPath, "--input-type=module", "--eval", program, join(folder, "a", "b")];
    const { stderr, status } = spawnSync("strace", ["-f", "-qq", "-y", "-e", "trace=fsync", ...node], {
      encoding: "utf8",
    });
    expect(status).toBe(0);
    expect(
      stderr
        .matchAll(/fsync\(\d+<(.*)>\)/g)
        .map(([, path]) => path)
        .toArray(),
    ).toEqual([folder, join(folder, "a")]);
  });
}
