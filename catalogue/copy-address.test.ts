import { expect, test } from "vitest";
import { copyPath, copyWidths, isCopied, isOfOtherHost } from "./copy-address.ts";

test("the path of a copy names the whole address of the photo and a width", () => {
  const address = "https://pictures.example/কফি & দুধ.jpg?size=1,2#top";
  const path = copyPath(address, 400);
  expect(path).toMatch(/^\/-\/copies\?of=[\w.%-]+&width=400$/);
  const { searchParams } = new URL(path, "https://shop.example");
  expect([...searchParams]).toEqual([
    ["of", address],
    ["width", "400"],
  ]);
  expect(copyWidths).toEqual([400, 800, 1_600]);
});

test("an address with half of a surrogate pair has a path too", () => {
  expect(copyPath("https://pictures.example/\ud83c", 800)).toBe(
    "/-/copies?of=https%3A%2F%2Fpictures.example%2F%EF%BF%BD&width=800",
  );
});

test.for(["https://pictures.example/latte.jpg", "HTTP://192.0.2.1:8080/a.png?b#c", "https://[2001:db8::1]/a.png"])(
  "%s is copied",
  (address) => {
    expect([isOfOtherHost(address), isCopied(address)]).toEqual([true, true]);
  },
);

test.for([
  "",
  "/photographs/latte.jpg",
  "//pictures.example/a.png",
  "data:image/png;base64,AA==",
  "blob:https://a.example/1",
  "ftp://pictures.example/a.png",
  "https://me@pictures.example/a.png",
  "a latte",
])("%j is not copied", (address) => {
  expect([isOfOtherHost(address), isCopied(address)]).toEqual([false, false]);
});

test("an address of more than 4,000 characters is not copied", () => {
  const address = `https://pictures.example/${"a".repeat(3_975)}`;
  expect(isCopied(address)).toBe(true);
  expect(isCopied(`${address}a`)).toBe(false);
  expect(isOfOtherHost(`${address}a`)).toBe(true);
});
