import { expect, test } from "vitest";
import { faultIn, headerBytes, isSound, photoFile, readHeader } from "./photo-file.ts";

const photo = { id: "ab".repeat(32), width: 800, height: 600, colour: "c8a27f" };
const pictures = [
  { format: "jpg", width: 400, height: 300, bytes: Buffer.from("a small JPEG") },
  { format: "jpg", width: 800, height: 600, bytes: Buffer.from("a larger JPEG") },
  { format: "webp", width: 800, height: 600, bytes: Buffer.from("a WebP") },
] as const;
const file = photoFile(photo, pictures);

test("the header of a photo says where each picture is", () => {
  const header = readHeader(photo.id, file.subarray(0, headerBytes));
  expect(header?.photo).toEqual(photo);
  const read = header?.pictures.map(({ format, width, start, end }) => [
    format,
    width,
    Buffer.from(file.subarray(start, end)).toString(),
  ]);
  expect(read).toEqual([
    ["jpg", 400, "a small JPEG"],
    ["jpg", 800, "a larger JPEG"],
    ["webp", 800, "a WebP"],
  ]);
  expect(faultIn(photo.id, file)).toBeUndefined();
});

test("a photo with all formats and widths has its header in the first bytes", () => {
  const all = Array.from({ length: 12 }, (_, at) => ({
    ...pictures[at % 3 === 0 ? 0 : 2],
    width: 1_000 + at,
    bytes: Buffer.alloc(999_999),
  }));
  expect(readHeader(photo.id, photoFile(photo, all).subarray(0, headerBytes))?.pictures).toHaveLength(12);
});

test("a change of any byte is noticed", () => {
  for (let at = 0; at < file.byteLength; at++) {
    const changed = Buffer.from(file);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(faultIn(photo.id, changed), `byte ${at}`).toBeDefined();
  }
});

test("a photo that is cut off or has more bytes is noticed", () => {
  for (let length = 0; length < file.byteLength; length++)
    expect(faultIn(photo.id, file.subarray(0, length)), `${length} bytes`).toBeDefined();
  expect(faultIn(photo.id, Buffer.concat([file, Buffer.from("x")]))).toBe("it has bytes after its pictures");
});

test("a photo under another photo's name is noticed", () => {
  expect(readHeader("cd".repeat(32), file)).toBeUndefined();
  expect(faultIn("cd".repeat(32), file)).toBe("its header is damaged");
});

test("other bytes are not taken for those of a picture", () => {
  const [first] = readHeader(photo.id, file)?.pictures ?? [];
  expect(first && isSound(first, Buffer.from("a small JPEG"))).toBe(true);
  expect(first && isSound(first, Buffer.from("a small JPEF"))).toBe(false);
});
