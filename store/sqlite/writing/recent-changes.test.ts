import { expect, test } from "vitest";
import type { FollowedChange } from "../../../catalogue/coffee-store.ts";
import { RecentChanges } from "./recent-changes.ts";

function changes(first: number, count: number, letters: number): FollowedChange[] {
  return Array.from({ length: count }, (_, at) => {
    const number = first + at;
    return {
      number,
      hash: `${number}`,
      action: "add",
      coffeeId: `${number}`,
      after: "b".repeat(letters),
      place: number,
    };
  });
}

test("thousands of small changes stay in memory", () => {
  const recent = new RecentChanges();
  for (let first = 1; first <= 20_000; first += 100) recent.append(changes(first, 100, 10));
  expect(recent.between(20_000 - 4_096, 20_000, 3)?.map(({ number }) => number)).toEqual([15_905, 15_906, 15_907]);
});

test("only the newest large changes stay in memory, 8 million characters at most", () => {
  const recent = new RecentChanges();
  for (let first = 1; first <= 1_000; first += 10) recent.append(changes(first, 10, 60_000));
  const reachable = Array.from({ length: 1_000 }, (_, after) => recent.between(after, 1_000, 1_000)?.length ?? 0);
  expect(Math.max(...reachable) * 60_000).toBeLessThanOrEqual(8_000_000);
  expect(reachable.slice(-60)).toEqual(Array.from({ length: 60 }, (_, at) => 60 - at));
});

test("after a gap in the numbers, only the later changes stay in memory", () => {
  const recent = new RecentChanges();
  recent.append(changes(1, 10, 10));
  recent.append(changes(20, 5, 10));
  expect(recent.between(9, 24, 10)).toBeUndefined();
  expect(recent.between(19, 24, 10)).toHaveLength(5);
});
