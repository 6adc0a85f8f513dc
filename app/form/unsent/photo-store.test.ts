import { expect, test, vi } from "vitest";
import { hasRoomFor, readPhoto, removePhoto, storePhoto, unneededPhotos } from "./photo-store.ts";

const now = 1_000_000_000;
const photo = (id: string, bytes = 10, time = 0) => ({ id, bytes: new ArrayBuffer(bytes), type: "image/webp", time });
const isNamed = (id: string) => id.startsWith("named");

test("a photo that no entry names is removed after a minute", () => {
  const stored = [
    photo("named old"),
    photo("old"),
    photo("a minute old", 1, now - 60_000),
    photo("older", 1, now - 60_001),
    photo("of a clock that was ahead", 1, now + 60_001),
  ];
  const unneeded = unneededPhotos(stored, isNamed, now).map(({ id }) => id);
  expect(unneeded).toEqual(["old", "older", "of a clock that was ahead"]);
});

const photos = (count: number, bytes: number) => Array.from({ length: count }, (_, at) => photo(`${at}`, bytes));

test("twenty photos wait at most, with forty million bytes together", () => {
  expect([hasRoomFor(10, photos(19, 10)), hasRoomFor(10, photos(20, 10))]).toEqual([true, false]);
  expect([hasRoomFor(40_000_000, []), hasRoomFor(40_000_001, [])]).toEqual([true, false]);
  expect([hasRoomFor(10_000_000, photos(3, 10_000_000)), hasRoomFor(10_000_001, photos(3, 10_000_000))]).toEqual([
    true,
    false,
  ]);
});

test("without IndexedDB no photo is stored or found, and nothing fails", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  expect(await storePhoto("a", new Blob(["a"]), isNamed)).toBe(false);
  expect(await readPhoto("a")).toBeUndefined();
  await expect(removePhoto("a")).resolves.toBeUndefined();
  expect(logged).toHaveBeenCalledTimes(3);
  logged.mockRestore();
});
