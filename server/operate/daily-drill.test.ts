import { expect, test } from "vitest";
import { drillDaily, type DailyDrillParts } from "./daily-drill.ts";

const passed = { isGood: true, backupAgeSeconds: 60, words: "It can be restored." };
const failed = { isGood: false, backupAgeSeconds: undefined, words: "It cannot be restored." };

/** Runs a day for each outcome, without waiting. Returns the log lines and the observed outcomes in order. */
async function told(outcomes: readonly (typeof passed | typeof failed | undefined)[]): Promise<unknown[]> {
  const heard: unknown[] = [];
  const closing = new AbortController();
  let day = -1;
  const parts: DailyDrillParts = {
    hasBackups: () => {
      day += 1;
      if (day >= outcomes.length) closing.abort();
      return day >= outcomes.length || outcomes[day] !== undefined;
    },
    drill: async () => outcomes[day] ?? failed,
    observe: (outcome) => heard.push(outcome),
    log: { say: (_event, words) => heard.push(words) },
    firstAfterMs: 0,
    everyMs: 0,
  };
  await drillDaily(parts, closing.signal);
  return heard;
}

test("each day's drill is in the log and in the metrics, passed or not", async () => {
  expect(await told([passed, failed])).toEqual([
    "It can be restored.",
    { isGood: true, backupAgeSeconds: 60 },
    "It cannot be restored.",
    { isGood: false, backupAgeSeconds: undefined },
  ]);
});

test("if the backups cannot be read, the drill fails, and runs again the next day", async () => {
  const heard: unknown[] = [];
  const closing = new AbortController();
  let day = 0;
  const parts: DailyDrillParts = {
    hasBackups: () => {
      day += 1;
      if (day === 1) throw new Error("the disk is gone");
      return true;
    },
    drill: async () => {
      closing.abort();
      return passed;
    },
    observe: (outcome) => heard.push(outcome),
    log: { say: (_event, words) => heard.push(words) },
    firstAfterMs: 0,
    everyMs: 0,
  };
  await drillDaily(parts, closing.signal);
  expect(day).toBe(2);
  expect(heard).toEqual([
    "The drill of the newest backup broke off: the disk is gone",
    { isGood: false, backupAgeSeconds: undefined },
  ]);
});

test("without backups the log says so once, and the first backup is still tried", async () => {
  const [line, ...rest] = await told([undefined, undefined, passed]);
  expect(line).toMatch(/^There is no backup to try\. niceties backup makes one/);
  expect(rest).toEqual(["It can be restored.", { isGood: true, backupAgeSeconds: 60 }]);
});
