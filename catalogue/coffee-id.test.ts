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
] as const)("%j has the form of a coffee id: %s", ([text, expected]) => {
  expect(isCoffeeId(text)).toBe(expected);
});

test.for([
  ["the first id is the time and the random digits", undefined, `${seconds}${high}`],
  ["an id in a later second is the time and the random digits", `6b016b9f${high}`, `${seconds}${high}`],
  ["an id that would repeat the last one is the last plus one", `${seconds}${high}`, `6b016ba1${low}`],
  ["an id after the clock went back is the last plus one", `7b016ba0${low}`, `7b016ba0${"0".repeat(15)}1`],
  ["an id ending in 9f is followed by one ending in a0", `7b016ba0${"0".repeat(14)}9f`, `7b016ba0${"0".repeat(14)}a0`],
] as const)("%s", ([, last, expected]) => {
  expect(nextCoffeeId(last, at, high)).toBe(expected);
});

test("within a second, an id with lower random digits becomes the last id plus one", () => {
  expect(nextCoffeeId(`${seconds}${high.slice(1)}0`, at, low)).toBe(`${seconds}${high.slice(1)}1`);
});

test("an id has 24 digits even if the clock is at the epoch", () => {
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
