import { afterEach, expect, test } from "vitest";
import { formatAge, formatTime } from "./format-time.ts";

const zoneBefore = process.env["TZ"];
afterEach(() => {
  if (zoneBefore === undefined) delete process.env["TZ"];
  else process.env["TZ"] = zoneBefore;
});

test.for<[string, string]>([
  ["Asia/Dhaka", "2026-11-22 04:30:05 +06:00"],
  ["Asia/Kathmandu", "2026-11-22 04:15:05 +05:45"],
  ["America/St_Johns", "2026-11-21 19:00:05 -03:30"],
  ["UTC", "2026-11-21 22:30:05 +00:00"],
])("in %s a moment is %s", ([zone, text]) => {
  process.env["TZ"] = zone;
  expect(formatTime(new Date("2026-11-21T22:30:05.999Z"))).toBe(text);
});

const minute = 60_000;
const hour = 60 * minute;
test.for<[number, string]>([
  [-hour, "0 minutes"],
  [minute - 1, "0 minutes"],
  [minute, "1 minute"],
  [2 * hour - 1, "119 minutes"],
  [2 * hour, "2 hours"],
  [48 * hour - 1, "47 hours"],
  [48 * hour, "2 days"],
  [73 * hour, "3 days"],
])("%d milliseconds are %s", ([ms, text]) => {
  const from = new Date("2026-11-21T22:30:05.000Z");
  expect(formatAge(from, new Date(from.getTime() + ms))).toBe(text);
});
