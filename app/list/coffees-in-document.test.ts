import { expect, test } from "vitest";
import { emptyFields, type Coffee } from "../../catalogue/coffee.ts";
import { coffeesInDocument, fittingDocument } from "./coffees-in-document.ts";

function coffees(count: number, details: string): Coffee[] {
  return Array.from({ length: count }, (_, at) => ({ _id: String(at), ...emptyFields, details }));
}

test("a document holds the first 96 of usual coffees", () => {
  const list = coffees(200, "Only in winter. ".repeat(40));
  expect(fittingDocument(list)).toEqual(list.slice(0, coffeesInDocument));
});

test.for(["a", "<", '"', "\\", "\u0001", "ক", "😀"])(
  "a document holds only as many large coffees, full of %j, as fit in 262,144 bytes",
  (letter) => {
    const list = coffees(96, letter.repeat(10_000 / letter.length));
    const fitting = fittingDocument(list);
    const written = JSON.stringify(JSON.stringify(fitting)).replaceAll("<", "\\u003c");
    expect(Buffer.byteLength(written)).toBeLessThanOrEqual(262_144);
    expect(fitting).toEqual(list.slice(0, fitting.length));
    expect(fitting.length).toBeGreaterThanOrEqual(3);
  },
);

test("the first coffee is always in the document, however large it is", () => {
  const list = coffees(3, "<".repeat(400_000));
  expect(fittingDocument(list)).toEqual(list.slice(0, 1));
  expect(fittingDocument([])).toEqual([]);
});
