import { expect, test } from "vitest";
import { emptyFields } from "../../../catalogue/coffee.ts";
import { marksIn } from "./marks.ts";
import { menuCoffees } from "../../../test/search/test-coffees.ts";
import { wantedCoffees } from "../../../test/search/test-queries.ts";
import { WordIndex } from "../words/word-index.ts";

/** The text with its marks for a query in brackets. The index has one coffee, with the text as its name. */
function marked(text: string, query: string): string {
  const index = new WordIndex();
  index.add({ _id: "1", ...emptyFields, name: text });
  return marksIn(text, index.search(query))
    .toReversed()
    .reduce((marks, { start, end }) => `${marks.slice(0, start)}[${marks.slice(start, end)}]${marks.slice(end)}`, text);
}

test.for<[string, string, string]>([
  ["Vanilla Latte", "latte", "Vanilla [Latte]"],
  ["Vanilla Latte", "van lat", "[Van]illa [Lat]te"],
  ["Milk Coffee", "coffee", "Milk [Coffee]"],
  ["Café Mocha", "cafe", "[Café] Mocha"],
  ["Cafe\u0301s", "cafe", "[Cafe\u0301]s"],
  ["Cappuccino, twice", "capucino", "[Cappuccino], twice"],
  ["গরম কফি", "kofi", "গরম [কফি]"],
  ["Hot Coffee", "কফি", "Hot [Coffee]"],
  ["জিলাপি", "জ", "[জি]লাপি"],
  ["জিলাপি", "জিল", "[জিলা]পি"],
  ["ঠাণ্ডা কফি", "ঠান্ডা", "[ঠাণ্ডা] কফি"],
  ["House Blend 250 g", "২৫০", "House Blend [250] g"],
  ["V60 Ethiopia", "v60", "[V][60] Ethiopia"],
  ["দুধ চা", "milk tea", "[দুধ] [চা]"],
  ["Tea", "coffee", "Tea"],
  ["বাদামের লাতে", "nut", "[বাদামের] লাতে"],
])("in %j, %j marks %s", ([text, query, expected]) => {
  expect(marked(text, query)).toBe(expected);
});

test("marks start and end between letters, in order and without overlap", () => {
  const letters = new Intl.Segmenter("bn");
  for (const { query } of wantedCoffees)
    for (const { name } of menuCoffees.slice(0, 140).filter((_coffee, place) => place % 4 === 0)) {
      const index = new WordIndex();
      index.add({ _id: "1", ...emptyFields, name });
      const bounds = new Set([...letters.segment(name)].map(({ index: start }) => start)).add(name.length);
      let last = 0;
      for (const { start, end } of marksIn(name, index.search(query))) {
        expect([bounds.has(start), bounds.has(end), start >= last, end > start]).toEqual([true, true, true, true]);
        last = end;
      }
    }
});
