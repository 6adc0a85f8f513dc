import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { syncsAndRenames } from "../test/syncs-and-renames.ts";

if (process.platform === "linux") {
  test("an exported file is synced before its rename, and its directory before the command continues", async () => {
    const folder = await realpath(await mkdtemp(join(tmpdir(), "niceties-export-")));
    const file = join(folder, "coffees.json");
    const program = `await module.writeWhole(process.argv[1], ["[", "]"], new AbortController().signal)`;
    const calls = syncsAndRenames(new URL("write-whole.ts", import.meta.url), program, file);
    const [unfinished = ""] = calls[1]?.split(" → ") ?? [];
    expect(unfinished).toMatch(/\.unfinished-\d+$/);
    expect(calls).toEqual([`sync ${unfinished}`, `${unfinished} → ${file}`, `sync ${folder}`]);
    await rm(folder, { recursive: true });
  });

  test("an exported folder and its files are synced before its rename, and its directory after it", async () => {
    const folder = await realpath(await mkdtemp(join(tmpdir(), "niceties-export-")));
    const target = join(folder, "out");
    const program = `await module.writeWholeFolder(process.argv[1], (unfinished) =>
      module.writeWhole(unfinished + "/a", ["a"], signal), signal)`;
    const withSignal = `const { signal } = new AbortController(); ${program}`;
    const calls = syncsAndRenames(new URL("write-whole.ts", import.meta.url), withSignal, target);
    const [unfinished = ""] = calls.at(-2)?.split(" → ") ?? [];
    expect(unfinished).toMatch(/\.unfinished-\d+$/);
    expect(calls.slice(2)).toEqual([
      `sync ${unfinished}`,
      `sync ${unfinished}`,
      `${unfinished} → ${target}`,
      `sync ${folder}`,
    ]);
    await rm(folder, { recursive: true });
  });
}
