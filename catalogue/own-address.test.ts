import { expect, test } from "vitest";
import { withoutOwnAddress } from "./own-address.ts";

const publicUrl = "https://shop.example";

test.for([
  ["https://shop.example/photographs/latte.jpg", "/photographs/latte.jpg"],
  [" https://shop.example/a.png?size=1#top\n", "/a.png?size=1#top"],
  [" /photographs/latte.jpg ", "/photographs/latte.jpg"],
] as const)("%j is the path %j", ([photo, path]) => {
  expect(withoutOwnAddress(photo, publicUrl)).toBe(path);
});

test.for([
  "",
  "latte.jpg",
  "https://shop.example",
  "https://shop.example//other.example/a.jpg",
  "https://shop.example/\\other.example/a.jpg",
  "https://shop.example/\t/other.example/a.jpg",
  "https://shop.example.other.example/a.jpg",
  "https://shop.example:8080/a.jpg",
  "http://shop.example/a.jpg",
  "https://other.example/photographs/latte.jpg",
])("%j stays as it is", (photo) => {
  expect(withoutOwnAddress(photo, publicUrl)).toBe(photo);
  expect(withoutOwnAddress(photo, "")).toBe(photo);
});
