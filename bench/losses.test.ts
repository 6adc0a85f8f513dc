import { expect, test } from "vitest";
import { compare, remeasureLosses, type Comparison } from "./losses.ts";
import type { PeerFigures } from "./measures/row.ts";

const latency = { p50: 1, p99: 1, p999: 1, worst: 1 };

function peer(name: string, micros: readonly (number | undefined)[]): PeerFigures {
  const rounds = micros.map((cpuMicros) => ({ perSecond: 1, latency, cpuMicros, generatorShare: 0 }));
  return { peer: name, rounds };
}

const before = [10, 20, 10, 30, 10, 10, 10, 10, 10];

function isLost(ratios: readonly number[]): boolean | undefined {
  const now = ratios.map((ratio, round) => ratio * (before[round] ?? 0));
  const peers = [peer("ours", now), peer("before", before)];
  return compare([{ name: "a row", size: 1_000, peers }])[0]?.isLost;
}

test("a row is lost if its median is over 1.15 and six rounds of seven are over 1", () => {
  expect(isLost([1.2, 1.2, 1.3, 1.2, 1.2, 1.1, 1.2, 1.2, 0.9])).toBe(true);
  expect(isLost([1.2, 1.2, 1.3, 1.2, 1.2, 1.1, 1.2, 0.9, 0.9])).toBe(false);
  expect(isLost([1.1, 1.1, 1.1, 1.1, 1.1, 1.1, 1.1, 1.1, 1.1])).toBe(false);
  expect(isLost([0.8, 0.8, 0.8, 0.8, 0.8, 0.8, 0.8, 0.8, 0.8])).toBe(false);
});

test("a row that one of the shops did not answer is lost", () => {
  expect(compare([{ name: "a row", size: 1_000, peers: [peer("ours", before)] }])[0]?.isLost).toBe(true);
  const [row] = compare([{ name: "a row", size: 1_000, peers: [peer("ours", [undefined]), peer("before", before)] }]);
  expect(row).toMatchObject({ ratios: [], isLost: true });
});

function rows(lost: readonly string[]): Comparison[] {
  return ["home", "list", "one"].map((row) => ({ row, ratios: [], isLost: lost.includes(row) }));
}

test("a row is measured again if it is lost, and stays lost only if it is lost again", async () => {
  const measured: (readonly string[])[] = [];
  const comparisons = await remeasureLosses(async (only) => {
    measured.push(only);
    return only.length === 0 ? rows(["list", "one"]) : rows(["home", "one"]).filter(({ row }) => only.includes(row));
  });
  expect(measured).toEqual([[], ["list", "one"]]);
  expect(comparisons).toEqual(rows(["one"]));
});
