import { expect, test } from "vitest";
import type { Figures, PeerFigures } from "./measures/row.ts";
import { report } from "./report.ts";

function figures(perSecond: number, cpuMicros: number, generatorShare = 0.5): Figures {
  return { perSecond, cpuMicros, generatorShare, latency: { p50: 1, p99: 2, p999: 3, worst: 4 } };
}

/** The cells of a server's row in the table of reads. */
function cellsOf(server: string, peers: readonly PeerFigures[]): readonly string[] {
  const reads = [{ name: "GET /coffee", size: 24, peers }];
  const printed = report({ reads, writes: [], paced: [], footprints: [] }, true);
  const line = printed.split("\n").find((each) => each.startsWith("| GET") && each.includes(`| ${server} `));
  return (line ?? "").split("|").map((cell) => cell.trim());
}

const bare = { peer: "bare", rounds: [figures(100, 10), figures(50, 20)] };

test("each server is compared with the limit of the same round", () => {
  const ours = { peer: "ours", rounds: [figures(50, 30), figures(25, 60)] };
  expect(cellsOf("ours", [ours, bare])).toEqual([
    "",
    "GET /coffee",
    "ours",
    "37.5 (25.0–50.0)",
    "1.00",
    "2.00",
    "45.0",
    "0.500",
    "3.00",
    "",
    "",
  ]);
});

test("a round without figures is left out of the comparison", () => {
  const ours = { peer: "ours", rounds: [undefined, figures(25, 60)] };
  expect(cellsOf("ours", [ours, bare]).slice(7, 9)).toEqual(["0.500", "3.00"]);
});

test("the limit itself, single requests and failed servers are not compared with the limit", () => {
  const slow = { peer: "slow", rounds: [figures(1, 1_000)], note: "one request" };
  const failed = { peer: "gone", rounds: [], note: "failed" };
  expect(cellsOf("bare", [bare]).slice(7)).toEqual(["", "", "", ""]);
  expect(cellsOf("slow", [bare, slow]).slice(7)).toEqual(["", "", "one request", ""]);
  expect(cellsOf("gone", [bare, failed]).slice(3)).toEqual(["–", "–", "–", "–", "", "", "failed", ""]);
});

test("a row has a note if the load generator was busy", () => {
  const ours = { peer: "ours", rounds: [figures(50, 30, 0.95)] };
  expect(cellsOf("ours", [ours, bare])).toContain("generator busy");
});
