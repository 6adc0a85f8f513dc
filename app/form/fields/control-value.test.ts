import { expect, test } from "vitest";
import { coffeeFields } from "../../../catalogue/fields.ts";
import { controlValue } from "./control-value.ts";

const lines = "a\r\nb\nc\rd\n";
const oneLine = coffeeFields.filter((field) => field !== "details" && field !== "price");

test.for(oneLine)("the control for %s shows no line ends", (field) => {
  expect(controlValue(field, lines)).toBe("abcd");
});

test("the control for details shows every line end as a line feed", () => {
  expect(controlValue("details", lines)).toBe("a\nb\nc\nd\n");
  expect(controlValue("details", "\r\r\n\n")).toBe("\n\n\n");
});

test.for([...oneLine, "details"] as const)("the control for %s shows everything else as it is", (field) => {
  const text = " \tটং 🫘 e\u0301\u2028\u0001<b> ";
  expect(controlValue(field, text)).toBe(text);
  expect(controlValue(field, "")).toBe("");
});

test.for(["250", "250.00", "012.50", "0", "-1", "-0", ".5", "-.5", "1e3", "1E-7", "1e+21", "12345678901234567890"])(
  "the control for the price shows %s",
  (price) => {
    expect(controlValue("price", price)).toBe(price);
  },
);

test.for([
  "",
  "abc",
  "5.",
  "+5",
  " 5",
  "5 ",
  "1,5",
  "1e",
  "e3",
  "--1",
  "1.2.3",
  "0x10",
  "NaN",
  "Infinity",
  "২৫০",
  "5\n",
])("the control for the price stays empty for %j", (price) => {
  expect(controlValue("price", price)).toBe("");
});
