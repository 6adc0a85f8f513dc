import { mkdirSync, mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { PictureCache } from "./picture-cache.ts";

let directory = "";

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "niceties-cache-"));
});

afterEach(() => {
  rmSync(directory, { recursive: true });
});

const inDirectory = () => directory;
const keyOf = (number: number) => number.toString(16).padStart(64, "0");

/** As much of a JPEG as a cache looks at. */
const jpegOf = (number: number) =>
  Buffer.concat([Buffer.from([0xff, 0xd8, number]), Buffer.alloc(95), Buffer.from([0xff, 0xd9])]);

test("a cached picture is found, also by another process in the same directory, and no other", async () => {
  const cache = new PictureCache(inDirectory);
  await cache.keep(keyOf(1), jpegOf(1));
  expect(await cache.find(keyOf(1))).toEqual(jpegOf(1));
  expect(await cache.find(keyOf(2))).toBeUndefined();
  expect(await new PictureCache(inDirectory).find(keyOf(1))).toEqual(jpegOf(1));
});

test("no more is kept than so many bytes: what was longest not asked for goes first", async () => {
  const cache = new PictureCache(inDirectory, 300);
  for (const number of [1, 2, 3]) await cache.keep(keyOf(number), jpegOf(number));
  await cache.find(keyOf(1));
  await cache.keep(keyOf(4), jpegOf(4));
  expect(readdirSync(directory).toSorted()).toEqual([1, 3, 4].map((number) => `${keyOf(number)}.jpg`));
  await new PictureCache(inDirectory, 100).find(keyOf(4));
  expect(readdirSync(directory)).toHaveLength(1);
});

test("a picture that is damaged or gone is not found, and can be kept again", async () => {
  const cache = new PictureCache(inDirectory);
  for (const number of [1, 2]) await cache.keep(keyOf(number), jpegOf(number));
  truncateSync(join(directory, `${keyOf(1)}.jpg`), 50);
  rmSync(join(directory, `${keyOf(2)}.jpg`));
  expect([await cache.find(keyOf(1)), await cache.find(keyOf(2))]).toEqual([undefined, undefined]);
  await cache.keep(keyOf(1), jpegOf(1));
  expect(await cache.find(keyOf(1))).toEqual(jpegOf(1));
});

test("what was left unfinished is taken away, and what is not of the cache is left alone", async () => {
  writeFileSync(join(directory, `${keyOf(1)}.jpg.unfinished`), "half");
  writeFileSync(join(directory, "notes.txt"), "mine");
  await new PictureCache(inDirectory, 0).find(keyOf(1));
  expect(readdirSync(directory)).toEqual(["notes.txt"]);
});

test("without a writable directory nothing is cached, without an error, until it can be written", async () => {
  const inside = join(directory, "inside");
  const cache = new PictureCache(() => inside);
  await cache.keep(keyOf(1), jpegOf(1));
  expect(await cache.find(keyOf(1))).toBeUndefined();
  mkdirSync(inside);
  await cache.keep(keyOf(1), jpegOf(1));
  expect(await cache.find(keyOf(1))).toEqual(jpegOf(1));
});

test("once all is cleared nothing is kept, not even what another process kept before", async () => {
  await new PictureCache(inDirectory).keep(keyOf(1), jpegOf(1));
  const cache = new PictureCache(inDirectory);
  await cache.clear();
  expect([readdirSync(directory), await cache.find(keyOf(1))]).toEqual([[], undefined]);
});
