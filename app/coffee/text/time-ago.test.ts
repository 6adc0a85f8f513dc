import { expect, test } from "vitest";
import { bangla } from "../../words/bangla.ts";
import { english } from "../../words/english.ts";
import { timeAgo } from "./time-ago.ts";

const now = "2026-11-21T12:00:00.000Z";

test.for([
  ["2026-11-21T12:00:00.000Z", "just now"],
  ["2026-11-21T11:59:55.001Z", "just now"],
  ["2026-11-21T11:59:55.000Z", "5 seconds ago"],
  ["2026-11-21T11:59:30.000Z", "30 seconds ago"],
  ["2026-11-21T11:59:00.000Z", "1 minute ago"],
  ["2026-11-21T11:00:01.000Z", "59 minutes ago"],
  ["2026-11-21T09:00:00.000Z", "3 hours ago"],
  ["2026-11-20T12:00:00.000Z", "yesterday"],
  ["2026-10-21T12:00:00.000Z", "31 days ago"],
  ["2026-11-21T12:00:05.000Z", "just now"],
] as const)("%s is %s", ([time, words]) => {
  expect(timeAgo(time, english, Date.parse(now))).toBe(words);
});

test.for([
  ["2026-11-21T12:00:00.000Z", "এইমাত্র"],
  ["2026-11-21T11:57:00.000Z", "৩ মিনিট আগে"],
  ["2026-11-20T12:00:00.000Z", "গতকাল"],
] as const)("%s is %s in Bangla", ([time, words]) => {
  expect(timeAgo(time, bangla, Date.parse(now))).toBe(words);
});
