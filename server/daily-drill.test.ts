import { expect, test } from "vitest";
import { drillDaily, type DailyDrillParts, type DrillOutcome } from "./daily-drill.ts";

const at = new Date("2026-11-21T12:00:00.000Z");
const backupAt = new Date("2026-11-20T12:00:00.000Z");
const passed: DrillOutcome = { hasPassed: true, backupAt, message: "It can be restored." };
const failed: DrillOutcome = { hasPassed: false, backupAt, message: "It cannot be restored." };

/** Days that take no time, until the last outcome; everything that is told in its order. */
async function told(outcomes: readonly (DrillOutcome | undefined)[]): Promise<unknown[]> {
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
    observer: {
      drilled: (hasPassed, when) => heard.push(["drilled", hasPassed, when]),
      foundBackup: (when) => heard.push(["found", when]),
    },
    now: () => at,
    log: (line) => heard.push(line),
    firstAfterMs: 0,
    everyMs: 0,
  };
  await drillDaily(parts, closing.signal);
  return heard;
}

test("each day's drill is told to the log and to the observer, passed or not", async () => {
  expect(await told([passed, failed])).toEqual([
    "It can be restored.",
    ["drilled", true, at],
    ["found", backupAt],
    "It cannot be restored.",
    ["drilled", false, at],
    ["found", backupAt],
  ]);
});

test("without backups one line is told once, and the first backup is tried all the same", async () => {
  const [line, ...rest] = await told([undefined, undefined, passed]);
  expect(line).toMatch(/^There is no backup to try\. niceties backup makes one/);
  expect(rest).toEqual(["It can be restored.", ["drilled", true, at], ["found", backupAt]]);
});
