import { expect, test } from "vitest";
import { isCoffeeId, nextCoffeeId } from "./coffee-id.ts";

const at = new Date("2026-11-21T10:00:00.999Z");
const seconds = "6b016ba0";
const low = "0".repeat(16);
const high = "f".repeat(16);

test.for([
  ["6b0170fbc7b3dc984a466fbf", true],
  ["0".repeat(24), true],
  ["6B0170FBC7B3DC984A466FBF", false],
  ["6b0170fbc7b3dc984a466fb", false],
  ["6b0170fbc7b3dc984a466fbf0", false],
  ["6b0170fbc7b3dc984a466fbg", false],
  ["6b0170fbc7b3dc984a466fbf\n", false],
  [" 6b0170fbc7b3dc984a466fbf", false],
  ["", false],
] as const)("whether %j has the shape of an id: %s", ([text, expected]) => {
  expect(isCoffeeId(text)).toBe(expected);
});

test.for([
  ["the first is the time and the random digits", undefined, `${seconds}${high}`],
  ["so is one after an earlier second", `6b016b9f${high}`, `${seconds}${high}`],
  ["one that would be the last again follows it", `${seconds}${high}`, `6b016ba1${low}`],
  ["one after the clock went back follows the last", `7b016ba0${low}`, `7b016ba0${"0".repeat(15)}1`],
  ["the last may hold letters before digits", `7b016ba0${"0".repeat(14)}9f`, `7b016ba0${"0".repeat(14)}a0`],
] as const)("%s", ([, last, expected]) => {
  expect(nextCoffeeId(last, at, high)).toBe(expected);
});

test("in one second, random digits below the last ones are not taken", () => {
  expect(nextCoffeeId(`${seconds}${high.slice(1)}0`, at, low)).toBe(`${seconds}${high.slice(1)}1`);
});

test("an id has 24 digits even where the clock stands at its beginning", () => {
  expect(nextCoffeeId(undefined, new Date(0), low)).toBe("0".repeat(24));
  expect(nextCoffeeId("0".repeat(24), new Date(0), low)).toBe(`${"0".repeat(23)}1`);
});

test("a thousand ids in a row rise, with the clock going to and fro", () => {
  let last: string | undefined;
  for (let count = 0; count < 1_000; count++) {
    const moment = new Date(at.getTime() + ((count * 7_919) % 60_000) - 30_000);
    const next = nextCoffeeId(last, moment, ((count * 104_729) % 65_536).toString(16).padStart(16, "0"));
    expect(isCoffeeId(next)).toBe(true);
    if (last !== undefined) expect(next > last).toBe(true);
    last = next;
  }
});
