import { spawn } from "node:child_process";
import { expect, test } from "vitest";
import { parseStat, readChildren, readMemory, readProcessTree } from "./process-tree.ts";

test("a process's stat line is parsed even if its name has spaces and parentheses", () => {
  const line = "12 (a) b (c) S 7 12 12 0 -1 4194304 101 0 0 0 30 4 200 1000 20 0 1 0 1304904";
  expect(parseStat(line)).toEqual({ pid: 12, parent: 7, ticks: 1_234 });
});

test.runIf(process.platform === "linux")("a running process has used time and holds memory", () => {
  const tree = readProcessTree(process.pid);
  expect(tree?.cpuMs).toBeGreaterThan(0);
  expect(tree?.residentBytes).toBeGreaterThan(1_000_000);
  expect(tree?.peakBytes).toBeGreaterThanOrEqual(tree?.residentBytes ?? Infinity);
});

test.runIf(process.platform === "linux")("a process that was started is among the children, with its memory", () => {
  using child = spawn("sleep", ["60"]);
  const pid = child.pid ?? 0;
  expect(readChildren(process.pid)).toContain(pid);
  const { residentBytes, peakBytes } = readMemory(pid);
  expect(residentBytes).toBeGreaterThan(0);
  expect(peakBytes).toBeGreaterThanOrEqual(residentBytes);
  expect(readMemory(2 ** 30)).toEqual({ residentBytes: 0, peakBytes: 0 });
});
