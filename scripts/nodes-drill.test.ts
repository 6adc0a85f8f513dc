import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { nodesDrill } from "./nodes-drill.ts";

test("three nodes on one PostgreSQL show every acknowledged write at once, and keep it, while nodes and the database are killed", async () => {
  const { costs, visits, faults } = await nodesDrill(3, 13, new AbortController().signal);
  expect(faults).toEqual([]);
  expect(costs).toHaveLength(3);
  expect(visits.acknowledged.length).toBeGreaterThan(0);
  expect(visits.reads.fresh).toBeGreaterThan(0);
});

test("the drill of many nodes says what it does", () => {
  const drill = fileURLToPath(new URL("nodes-drill.ts", import.meta.url));
  const { status, stdout } = spawnSync(process.execPath, [drill, "--help"], { encoding: "utf8" });
  expect(status).toBe(0);
  expect(stdout).toMatch(/Opens 3 nodes of a shop on one PostgreSQL/);
});
