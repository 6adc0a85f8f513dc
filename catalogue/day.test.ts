import { expect, test } from "vitest";
import { dayAfter, dayOf } from "./day.ts";

test("a day begins and ends at midnight UTC", () => {
  expect(dayOf(new Date("2026-11-23T23:59:59.999Z"))).toBe("2026-11-23");
  expect(dayOf(new Date("2026-11-24T00:00:00.000Z"))).toBe("2026-11-24");
});

test.for([
  ["2026-11-23", "2026-11-24"],
  ["2026-11-30", "2026-12-01"],
  ["2026-12-31", "2027-01-01"],
  ["2028-02-28", "2028-02-29"],
] as const)("the day after %s is %s", ([day, next]) => {
  expect(dayAfter(day)).toBe(next);
});
