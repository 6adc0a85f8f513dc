import { expect, test } from "vitest";
import { asTypedPrice } from "./type-price.ts";

test.for([
  ["120", "120"],
  ["১২০", "120"],
  ["১২০.৫০", "120.50"],
  ["120,50", "120.50"],
  ["১২০,৫০", "120.50"],
  ["৳120", "120"],
  ["120 Taka", "120"],
  ["Tk. 120", "120"],
  ["tk 120", "120"],
  ["120 টাকা", "120"],
  ["BDT 120/-", "120"],
  ["1,200", "1200"],
  ["৳ ১,২০০.৫০", "1200.50"],
  ["1,20,000", "120000"],
  ["1,20,00,000", "12000000"],
  ["0,500", "0.500"],
  ["1e5", "1e5"],
  ["12.", "12."],
  ["", ""],
  ["Taka", ""],
  ["abc", undefined],
  ["12abc", undefined],
  ["120 to 150", undefined],
  ["1.234,50", undefined],
  ["1,2,3", undefined],
] as const)("%j is pasted into a price as %j", ([text, price]) => {
  expect(asTypedPrice(text)).toBe(price);
});
