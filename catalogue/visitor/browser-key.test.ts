import { expect, test } from "vitest";
import { isBrowserKey } from "./browser-key.ts";

const key = "0123456789abcdef".repeat(2);

test("a browser's key is 32 lower-case hex digits and nothing else", () => {
  expect(isBrowserKey(key)).toBe(true);
  const others = ["", key.slice(1), `${key}0`, ` ${key}`, `${key}\n`, key.toUpperCase(), key.replace("f", "g")];
  expect([...others, undefined, null, 5, [key]].filter(isBrowserKey)).toEqual([]);
});
