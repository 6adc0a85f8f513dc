import { expect, test } from "vitest";
import { emptyQuery, hasCriteria, numberIn, readSearchQuery, writeSearchQuery } from "./search-query.ts";

const read = (text: string) => readSearchQuery(new URLSearchParams(text));

test("a query is read from an address, and written as the same address again", () => {
  const query = {
    q: "গরম কফি",
    category: "Latte",
    taste: "sweet & sour",
    chef: "রহিম",
    supplier: "Savar Dairy",
    from: 90,
    to: 340.5,
    sort: "price-descending",
  } as const;
  const written = writeSearchQuery(query);
  expect([...written.keys()]).toEqual(["q", "category", "taste", "chef", "supplier", "price-from", "price-to", "sort"]);
  expect(read(written.toString())).toEqual(query);
});

test("an address without parameters is the empty query, which is written without parameters", () => {
  expect(read("")).toEqual(emptyQuery);
  expect(writeSearchQuery(emptyQuery).toString()).toBe("");
  expect(hasCriteria(emptyQuery)).toBe(false);
});

test.for([
  "q=+&sort=added",
  "sort=oldest",
  "price-from=cheap&price-to=1e999",
  "price-from=&price-to=-",
  "from=1&to=2",
  "category=%20",
  "price-to=0x10",
  "q=%",
])("unknown and invalid parameters in ?%s are ignored, but a lone percent sign is searched for", (text) => {
  expect(read(text)).toEqual({ ...emptyQuery, q: text === "q=%" ? "%" : "" });
});

test.for(["q=a", "category=a", "taste=a", "chef=a", "supplier=a", "price-from=0", "price-to=0", "sort=newest"])(
  "?%s has a search criterion, and is written unchanged",
  (text) => {
    expect(hasCriteria(read(text))).toBe(true);
    expect(writeSearchQuery(read(text)).toString()).toBe(text);
  },
);

test("writing a query keeps other parameters and replaces its own earlier ones", () => {
  const others = new URLSearchParams("lang=bn&q=old&sort=name&lang=en");
  expect(writeSearchQuery({ ...emptyQuery, q: "new" }, others).toString()).toBe("lang=bn&lang=en&q=new");
  expect(others.toString()).toBe("lang=bn&q=old&sort=name&lang=en");
});

test("a long text is cut to 200 characters, in the same way when it is read and written", () => {
  expect(read(`q=${"a".repeat(100_000)}`).q).toHaveLength(200);
  const chef = `${"a".repeat(199)}😀 and others`;
  const text = String(writeSearchQuery({ ...emptyQuery, chef }));
  expect(String(writeSearchQuery(read(text)))).toBe(text);
  expect(read(text).chef).toBe(`${"a".repeat(199)}\ufffd`);
  expect(read(`chef=${encodeURIComponent(chef)}`).chef).toBe(read(text).chef);
});

test.for<[string, number | undefined]>([
  ["১৯০", 190],
  [" 12.50 ", 12.5],
  [".5", 0.5],
  ["-3", -3],
  ["1e3", 1000],
  ["", undefined],
  ["Infinity", undefined],
  ["1,200", undefined],
  ["12 Taka", undefined],
])("%j is the number %s", ([text, number]) => {
  expect(numberIn(text)).toBe(number);
});
