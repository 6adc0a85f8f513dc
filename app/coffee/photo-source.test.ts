import { expect, test } from "vitest";
import { photoSource, shownPhoto } from "./photo-source.ts";

test.for([
  "https://pictures.example/latte.jpg",
  "http://pictures.example:8080/latte.jpg?size=1#top",
  "HTTPS://PICTURES.EXAMPLE/LATTE.JPG",
  "https://pictures.example/কফি.jpg",
  "https://192.0.2.1/a.png",
  "https://[2001:db8::1]:8080/a.png",
  "https://pictures.example?a b",
  "https://pictures.example:/a.png",
  "data:image/png;base64,iVBORw0KGgo=",
  "Data:Image/svg+xml,%3Csvg%2F%3E",
  "/photos/latte.svg",
  "/",
])("%s is shown", (photo) => {
  expect(photoSource(photo)).toBe(photo);
});

test.for([" https://pictures.example/a.jpg ", "\n/photos/a.svg\t"])(
  "%j is shown without the blanks around it",
  (photo) => {
    expect(photoSource(photo)).toBe(photo.trim());
  },
);

test.for([
  "",
  "   ",
  "latte.jpg",
  "photos/latte.svg",
  "./latte.svg",
  "../latte.svg",
  "a photo of a latte",
  "www.pictures.example/latte.jpg",
  "//pictures.example/latte.jpg",
  "/\\pictures.example/latte.jpg",
  "/\t/pictures.example/latte.jpg",
  "/\r\n\\pictures.example/latte.jpg",
  "\\\\pictures.example\\latte.jpg",
  "javascript:alert(1)",
  "JavaScript:alert(1)//https://a.example",
  "data:text/html,<script>alert(1)</script>",
  "data:,hello",
  "data:imagery/png,x",
  "blob:https://a.example/1",
  "file:///etc/passwd",
  "ftp://pictures.example/latte.jpg",
  "https:",
  "https://",
  "http:///",
  "https:pictures.example/latte.jpg",
  "https://a b.example/",
  "https://a<b.example/",
  "https://a\u00a0b.example/",
  "https://a.example:x/",
  "https://me@a.example/",
  "https://[::1/a.png",
  "https://a.example:99999/",
])("%j is not loaded as a photo", (photo) => {
  expect(photoSource(photo)).toBeUndefined();
});

const settings = { publicUrl: "https://shop.example" };
const elsewhere = "https://pictures.example/latte.jpg";

test.for([
  ["a photo of another host", ` ${elsewhere} `, elsewhere, true],
  ["a path of the shop", "/photos/latte.svg", "/photos/latte.svg", false],
  ["a whole address of the shop", "https://shop.example/photos/latte.svg", "/photos/latte.svg", false],
  ["an image in the address", "data:image/png;base64,AA==", "data:image/png;base64,AA==", false],
] as const)("of %s, a page shows a copy only if another host has it", ([, photo, source, isCopied]) => {
  expect(shownPhoto(photo, settings)).toEqual({ source, isCopied });
  const withoutCopies = { ...settings, hasNoCopies: true as const };
  expect(shownPhoto(photo, withoutCopies)).toEqual({ source, isCopied: false });
});

test("an address that is too long to be copied is shown only by a shop without copies", () => {
  const long = `${elsewhere}?${"a".repeat(4_000)}`;
  expect(shownPhoto(long, settings)).toBeUndefined();
  expect(shownPhoto(long, { ...settings, hasNoCopies: true })).toEqual({ source: long, isCopied: false });
});

test("a text that is no address shows nothing", () => {
  expect(shownPhoto("a photo of a latte", settings)).toBeUndefined();
});
