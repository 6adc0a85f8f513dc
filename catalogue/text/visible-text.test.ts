import { expect, test } from "vitest";
import { visibleText } from "./visible-text.ts";

test("characters that steer a terminal are written as escapes", () => {
  expect(visibleText("a\u001b[2Jb\u0007c\rd\u007fe\u009b31mf\u202eg\u2066h\u200bi\ufeff")).toBe(
    String.raw`a\u001b[2Jb\u0007c\u000dd\u007fe\u009b31mf\u202eg\u2066h\u200bi\ufeff`,
  );
});

test("lines, tabs and the joiners that Bangla needs stay as they are", () => {
  const text = "র‌্যাব কফি\n\tক্ষ‍ 😀 “quoted”\r\n";
  expect(visibleText(text)).toBe(text);
});

test("a JSON document stays a document of the same value", () => {
  const value = { name: "a\u001bb\u009bc\u202ed\u2028e\u{1f600}", count: 2 };
  const text = visibleText(JSON.stringify(value));
  expect(JSON.parse(text)).toEqual(value);
  expect(text).toMatch(/^[\u0020-\u007e\u{1f600}]+$/u);
});
