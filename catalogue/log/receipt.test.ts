import { expect, test } from "vitest";
import { readReceipt, receiptOf } from "./receipt.ts";

const hash = "0f".repeat(32);

test("a receipt names the number and the hash of a change", () => {
  expect(receiptOf({ number: 4812, hash })).toBe(`4812-${hash}`);
  expect(readReceipt(`4812-${hash}`)).toEqual({ number: 4812, hash });
});

test.for([
  "",
  "4812",
  `-${hash}`,
  `0-${hash}`,
  `04-${hash}`,
  `4812-${hash}0`,
  `4812-${hash.toUpperCase()}`,
  `4812 ${hash}`,
])("%j is no receipt", (text) => {
  expect(readReceipt(text)).toBeUndefined();
});
