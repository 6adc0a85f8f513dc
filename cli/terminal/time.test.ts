import { expect, test } from "vitest";
import { formatAge } from "../../catalogue/text/format-time.ts";
import { readTime } from "./time.ts";

const now = new Date("2026-11-21T22:03:05.000Z");

/** A time in this machine's zone. */
function local(...[year, month, day, ...rest]: [number, number, number, ...number[]]): string {
  return new Date(year, month - 1, day, ...rest).toISOString();
}

test.for([
  ["2026-11-21T14:30:00Z", "2026-11-21T14:30:00.000Z"],
  ["2026-11-21T14:30Z", "2026-11-21T14:30:00.000Z"],
  ["2026-11-21 14:30:05.25 +06:00", "2026-11-21T08:30:05.250Z"],
  ["2026-11-21 14:30", local(2026, 11, 21, 14, 30)],
  ["2026-11-21T14:30:05.5", local(2026, 11, 21, 14, 30, 5, 500)],
  [" 2026-11-21 ", local(2026, 11, 21)],
  ["2h", "2026-11-21T20:03:05.000Z"],
  ["30m", "2026-11-21T21:33:05.000Z"],
  ["45 s", "2026-11-21T22:02:20.000Z"],
  ["3d ago", "2026-11-18T22:03:05.000Z"],
  ["1w", "2026-11-14T22:03:05.000Z"],
] as const)("%s is a time", ([text, expected]) => {
  expect(readTime(text, now)?.toISOString()).toBe(expected);
});

test.for([
  "",
  "now",
  "2026",
  "2026-13-01",
  "2026-02-30",
  "2026-02-30T12:00Z",
  "2026-11-21 25:00",
  "2026-11-21T24:01Z",
  "2y",
  "-2h",
  "9999999d",
])("%j is no time", (text) => {
  expect(readTime(text, now)).toBeUndefined();
});

test.for([
  ["2026-11-21T22:02:50Z", "0 minutes"],
  ["2026-11-21T20:04:00Z", "119 minutes"],
  ["2026-11-21T10:00:00Z", "12 hours"],
  ["2026-11-10T10:00:00Z", "11 days"],
  ["2026-11-22T10:00:00Z", "0 minutes"],
] as const)("the age of %s is %s", ([from, expected]) => {
  expect(formatAge(new Date(from), now)).toBe(expected);
});
