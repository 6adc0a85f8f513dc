import { expect, test } from "vitest";
import { otherFiles } from "../../../test/photos/other-files.ts";
import { samples } from "../../../test/photos/sample-photos.ts";
import { photoKind, photoKinds } from "./photo-kind.ts";

const ftyp = (brands: string) => Buffer.from(`\0\0\0${String.fromCharCode(8 + brands.length)}ftyp${brands}`, "latin1");

test.for(photoKinds)("a %s is told by its first bytes", async (kind) => {
  expect(photoKind((await samples[kind]()).subarray(0, 256))).toBe(kind);
});

test("an AVIF and a HEIC are told by any of their brands", () => {
  expect(photoKind(ftyp("avis\0\0\0\0msf1miaf"))).toBe("avif");
  expect(photoKind(ftyp("mif1\0\0\0\0miafavif"))).toBe("avif");
  expect(photoKind(ftyp("mif1\0\0\0\0heicmiaf"))).toBe("heic");
  expect(photoKind(ftyp("heix\0\0\0\0"))).toBe("heic");
});

test("a brand after the end of the first box does not count", () => {
  expect(photoKind(Buffer.concat([ftyp("isom\0\0\0\0mp42"), Buffer.from("avif")]))).toBeUndefined();
});

test.for(otherFiles.filter(({ name }) => !name.startsWith("HEI")))("$name is not a photo", async ({ bytes }) => {
  expect(photoKind(await bytes())).toBeUndefined();
});
