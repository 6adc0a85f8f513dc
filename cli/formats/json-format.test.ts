import { expect, test } from "vitest";
import { withId } from "../../catalogue/coffee-text.ts";
import { coffeesIn } from "../../test/coffees-in-file.ts";
import { openTestShop } from "../../test/servers/open-test-shop.ts";
import { describeRowFault } from "./check-rows.ts";
import { hostileCoffees } from "../../test/hostile-coffees.ts";
import { readJson, writeJson } from "./json-format.ts";

const id = "6b0170fbc7b3dc984a466fbf";

function sentences(text: string): string[] {
  const read = readJson(text);
  return "faults" in read ? read.faults.map(describeRowFault) : [];
}

test("the file equals the reply to GET /coffee, byte for byte", async () => {
  await using shop = await openTestShop();
  for (const { text } of hostileCoffees(50, 7)) await shop.store.add(text, { visitor: null, at: new Date() });
  const { coffees } = await shop.store.list();
  expect([...writeJson(coffees)].join("")).toBe(await (await fetch(`${shop.url}/coffee`)).text());
});

test.for(["250", "250.00", "1e3", "-0", "12345678901234567890", '"250"', '"012.50"'])(
  "the price %s is read unchanged",
  (price) => {
    const text = `[{"_id":"${id}","name":"","chef":"","supplier":"","taste":"","category":"","details":"","photo":"","price":${price}}]`;
    const read = readJson(text);
    if ("faults" in read) throw new Error("refused");
    expect(read.rows.map((row) => `[${withId(row.id ?? "", row.text)}]`)).toEqual([text]);
  },
);

test("a price keeps its own digits if an ignored field contains another price", () => {
  const read = readJson('[{"price": 250.00, "meta": {"price": 5}}]', { ignoreFields: ["meta"] });
  expect(coffeesIn(read)).toMatchObject([{ price: { rawJSON: "250.00" } }]);
});

test("a byte order mark, blanks and line ends around coffees are passed over", () => {
  const read = readJson('\ufeff\n [ {"name": "a, ]"} ,\r\n\t{"name": "{\\"[\\\\"} ]\n');
  expect(coffeesIn(read)).toMatchObject([{ name: "a, ]" }, { name: '{"[\\' }]);
});

test("a fault names the coffee by its place, and the line that it begins in", () => {
  expect(sentences('[\n  {"name": "a"},\n\n  {\n    "name": 5\n  }, 7\n]')).toEqual([
    "Row 2 (line 4): name must be text.",
    "Row 3 (line 6) must be an object with the fields of a coffee.",
  ]);
});

test.for([
  ['[{"name": "a", "name": "b"}]', "name"],
  ['[{"name": "a", "n\\u0061me": "a"}]', "name"],
  ['[{"name": "a", "size": {}, "name": "b"}]', "name"],
  ['[{"name": "\\"name\\":", "price": 1, "price" : 1}]', "price"],
] as const)("a duplicate key, as in %s, is refused", ([text, key]) => {
  expect(sentences(text)).toContain(`Row 1: ${key} is there twice; leave one of the two out.`);
});

test("a key of another coffee, or one that is also a value, is not a duplicate", () => {
  expect(sentences('[{"name": "name", "chef": "name"}, {"name": "name"}]')).toEqual([]);
});

test("a key inside a nested object is not a duplicate of the coffee's own key", () => {
  const text = '[{"size": {"name": "cup"}, "sizes": [{}], "name": "a"}]';
  expect(coffeesIn(readJson(text, { ignoreFields: ["size", "sizes"] }))).toMatchObject([{ name: "a" }]);
});

test.for(["", "{", "[", "[{}", "[{},]", "[{}] x", "undefined"])("%j is refused as invalid JSON", (text) => {
  expect(sentences(text)).toEqual([expect.stringMatching(/^The file is not valid JSON: ./)]);
});

test.for(["{}", "5", "null", '"[]"'])("%s is refused because it is not an array", (text) => {
  expect(sentences(text)).toEqual(["The file must hold an array of coffees, as GET /coffee answers it: [{…}, {…}]."]);
});
