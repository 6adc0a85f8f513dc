import { expect, test } from "vitest";
import { makeCoffees } from "./make-coffees.ts";

const id = "0".repeat(24);
const coffees = makeCoffees(3_000, 1).map((fields) => ({ _id: id, ...fields }));
const bytesOf = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

test("a coffee takes 570 bytes of JSON on average, within ten", () => {
  expect(Math.abs(bytesOf(coffees) / coffees.length - 570)).toBeLessThan(10);
});

test("a third of the bytes are Bangla text", () => {
  const bangla = JSON.stringify(coffees).replaceAll(/[^\u0980-\u09ff]/g, "");
  expect(Buffer.byteLength(bangla) / bytesOf(coffees)).toBeCloseTo(1 / 3, 1);
});

test("the same seed gives the same coffees, another seed others", () => {
  expect(makeCoffees(20, 5)).toEqual(makeCoffees(20, 5));
  expect(makeCoffees(20, 5)).not.toEqual(makeCoffees(20, 6));
});
