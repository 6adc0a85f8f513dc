import { expect, test } from "vitest";
import {
  parsePhotoAddress,
  parsePictureName,
  photoAddress,
  photoIdsIn,
  pictureName,
  picturePath,
  widthsOf,
} from "./photo-address.ts";

const id = "3fa9".repeat(16);
const photo = { id, width: 1_600, height: 1_200, colour: "c8a27f" };
const address = `/-/photos/${id}-1600x1200-c8a27f.jpg`;

test("the address of a photo says its name, its size and its colour, and is that of its largest JPEG", () => {
  expect(photoAddress(photo)).toBe(address);
  expect(picturePath(photo, "jpg")).toBe(address);
  expect(parsePhotoAddress(address)).toEqual({ photo, alt: "" });
});

test.for(["A latte in a glass", '১০০% মিষ্টি #চা & "দুধ"', "a\nb"])("the address keeps the text %j", (alt) => {
  const withText = photoAddress(photo, alt);
  expect(withText).toMatch(/^\/-\/photos\/[\da-f]{64}-1600x1200-c8a27f\.jpg#alt=[\w%.~!*'()-]+$/);
  expect(parsePhotoAddress(withText)).toEqual({ photo, alt });
});

test.for([
  ["#alt=%E0%A4%A", "%E0%A4%A"],
  ["#alt=", ""],
  ["#other", ""],
  ["#", ""],
] as const)("after an address, %s is the text %j", ([fragment, alt]) => {
  expect(parsePhotoAddress(address + fragment)?.alt).toBe(alt);
});

test.for([
  "",
  "/photographs/latte.jpg",
  `https://other.example${address}`,
  `/-/photos/${id}.jpg`,
  address.replace(".jpg", ".png"),
  address.replace("3fa9", "3FA9"),
  address.replace("3fa9", "3fa"),
  address.replace("1600x1200", "01600x1200"),
  address.replace("1600x1200", "0x1200"),
  address.replace("c8a27f", "c8a27"),
  `${address}?size=1`,
  `/other${address}`,
])("%j is not the address of a photo of the shop", (text) => {
  expect(parsePhotoAddress(text)).toBeUndefined();
});

test("a photo has the usual widths below its own, and its own", () => {
  expect(widthsOf(1_600)).toEqual([160, 400, 800, 1_600]);
  expect(widthsOf(1_000)).toEqual([160, 400, 800, 1_000]);
  expect(widthsOf(800)).toEqual([160, 400, 800]);
  expect(widthsOf(100)).toEqual([100]);
});

test("the name of a picture says its width and format", () => {
  const name = pictureName(photo, "webp", 400);
  expect(name).toBe(`${id}-1600x1200-c8a27f-400.webp`);
  expect(parsePictureName(name)).toEqual({ photo, width: 400, format: "webp" });
  expect(parsePictureName(pictureName(photo, "avif"))).toEqual({ photo, width: 1_600, format: "avif" });
});

test.for(["-401.webp", "-3200.webp", "-0400.webp", "-.webp", "-400"])(
  "no picture has a name that ends in %s",
  (end) => {
    expect(parsePictureName(`${id}-1600x1200-c8a27f${end}`)).toBeUndefined();
  },
);

test("the photos that a text names are found, with and without the shop's address before them", () => {
  const other = "0".repeat(64);
  const text = JSON.stringify({
    details: `see /-/photos/${other}-1x1-000000.jpg`,
    photo: `https://shop.example${address}#alt=a`,
    taste: "/-/photos/none",
  });
  expect(photoIdsIn(text)).toEqual([other, id]);
});
