import { expect, test } from "vitest";
import { copyPath, copyWidths } from "../../../catalogue/copy-address.ts";
import { photoFormats, picturePath, widthsOf, type KeptPhoto } from "../../../catalogue/photo-address.ts";
import { withoutSize } from "./without-size.ts";

const photo: KeptPhoto = { id: "3f".repeat(32), width: 1_600, height: 1_200, colour: "c8a27f" };
const pathsOf = (of: KeptPhoto) =>
  photoFormats.flatMap((format) => [undefined, ...widthsOf(1_200)].map((width) => picturePath(of, format, width)));
const copiesOf = (address: string) => copyWidths.map((width) => copyPath(address, width));

test.for([
  [
    "a photograph",
    ["/photographs/flat-white.jpg", "/photographs/flat-white-256.avif", "/photographs/flat-white-960.webp"],
  ],
  ["a photo that the shop keeps", pathsOf(photo)],
  ["a photo whose colour is all digits", pathsOf({ ...photo, colour: "102030" })],
  ["a copy", copiesOf("https://pictures.example/latte-400.jpg?width=400&height=300")],
] as const)("all sizes of %s have one address without size", ([, addresses]) => {
  expect(addresses.length).toBeGreaterThan(2);
  expect(withoutSize(addresses[0] ?? "")).toBeDefined();
  expect(new Set(addresses.map((address) => withoutSize(address))).size).toBe(1);
});

test("two photos never have the same address without size", () => {
  const addresses = [
    "/photographs/flat-white.jpg",
    "/photographs/flat.jpg",
    picturePath(photo, "jpg"),
    picturePath({ ...photo, id: "40".repeat(32) }, "jpg"),
    picturePath({ ...photo, colour: "102030" }, "jpg"),
    copyPath("https://pictures.example/latte.jpg?width=400", 400),
    copyPath("https://pictures.example/latte.jpg?width=800", 400),
    copyPath("https://pictures.example/latte.jpg", 400),
  ];
  expect(new Set(addresses.map((address) => withoutSize(address))).size).toBe(addresses.length);
});

test.for(["/favicon.svg", "/icon-192.png", "/assets/literata-Bx3.woff2", "/-/copies", "/-/photos"])(
  "%s has one size only",
  (address) => {
    expect(withoutSize(address)).toBeUndefined();
  },
);
