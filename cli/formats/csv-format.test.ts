import { expect, test } from "vitest";
import { emptyFields } from "../../catalogue/coffee.ts";
import { coffeeText, exactPrice, fieldsOf, type StoredFields } from "../../catalogue/coffee-text.ts";
import { describeRowFault } from "./check-rows.ts";
import { readCells } from "./csv-cells.ts";
import { readCsv, writeCsv } from "./csv-format.ts";
import { coffeesIn } from "../../test/coffees-in-file.ts";
import { hostileCoffees } from "../../test/hostile-coffees.ts";

const id = "6b0170fbc7b3dc984a466fbf";

function written(fields: Partial<StoredFields>): string {
  const text = coffeeText({ ...fieldsOf(coffeeText(emptyFields)), ...fields });
  return [...writeCsv([{ id, text }])].join("");
}

function rowsIn(text: string): unknown {
  return coffeesIn(readCsv(text));
}

function sentences(text: string): readonly string[] {
  const read = readCsv(text);
  return "faults" in read ? read.faults.map(describeRowFault) : [];
}

test("the file begins with a byte order mark and the names of the columns, and its lines end in CR LF", () => {
  expect(written({ name: "Flat white", price: "280" })).toBe(
    `\ufeff_id,name,chef,supplier,taste,category,details,photo,price,priceType\r\n${id},Flat white,,,,,,,280,text\r\n`,
  );
});

test("cells with commas, quotes or line ends stand in quotes", () => {
  expect(written({ name: 'a "b", c', details: "d\r\ne\rf\ng" })).toContain(
    `${id},"a ""b"", c",,,,,"d\r\ne\rf\ng",,,text\r\n`,
  );
});

test.for([
  [exactPrice(250, "250.00"), "250.00,number"],
  [exactPrice(-0, "-0"), "'-0,number"],
  ["012.50", "012.50,text"],
  ["-0", "'-0,text"],
] as const)("the price %j is written as %s, and reads back unchanged", ([price, cells]) => {
  const text = written({ price });
  expect(text).toContain(`,${cells}\r\n`);
  expect(rowsIn(text)).toMatchObject([{ price }]);
});

test("no cell of 500 hostile coffees begins as a formula does", () => {
  const file = [...writeCsv(hostileCoffees(500, 3))].join("");
  for (const { cells } of readCells(file)) {
    for (const cell of cells) expect(cell).not.toMatch(/^(\t|\r|\n|[\s"]*[=+\-@＝＋－＠])/);
  }
});

test("splitting the file at semicolons, tabs and lines gives no cell that begins like a formula", () => {
  const file = [...writeCsv(hostileCoffees(500, 3))].join("");
  for (const cell of file.split(/[;\t\r\n]/)) expect(cell).not.toMatch(/^[\s"]*[=+\-@＝＋－＠]/);
});

test.for([
  ["semicolons", "_id;name;price\r\nID;a,b;250\r\n"],
  ["tabs", "_id\tname\tprice\nID\ta,b\t250\n"],
  ["no byte order mark and LF", '_id,name,price\nID,"a,b",250\n'],
  ["CR alone", '_id,name,price\rID,"a,b",250\r'],
  ["CR LF after a first line with LF", '_id,name,price\nID,"a,b",250\r\n'],
  ["LF after a first line with CR LF", '_id,name,price\r\nID,"a,b",250\n'],
  ["no line end at its end", '_id,name,price\nID,"a,b",250'],
  ["columns in another order", 'price,name,_id\n250,"a,b",ID\n'],
  ["quotes around everything", '"_id","name","price"\n"ID","a,b","250"\n'],
  ["an empty price type", '_id,name,price,priceType\nID,"a,b",250,\n'],
  ["empty rows and columns", '_id,name,price,,\r\n\r\nID,"a,b",250,,\r\n,,,,\r\n\r\n'],
  ["rows cut short", '_id,name,price,chef,photo\nID,"a,b",250\n'],
] as const)("a file with %s is read, and its prices are texts", ([, text]) => {
  const fields = { ...emptyFields, name: "a,b", price: "250" };
  expect(rowsIn(text.replace("ID", id))).toEqual([{ _id: id, ...fields }]);
});

test("a CR inside a cell stays, with every kind of line end", () => {
  for (const lineEnd of ["\n", "\r\n"]) {
    expect(rowsIn(`chef,name${lineEnd}a,"b\r"${lineEnd},"\r"${lineEnd}`)).toMatchObject([
      { name: "b\r" },
      { name: "\r" },
    ]);
  }
});

test("a row without an id is read without one", () => {
  expect(rowsIn("name\na\n")).toEqual([{ _id: undefined, ...emptyFields, name: "a" }]);
  expect(rowsIn("_id,name\n,a\n")).toEqual([{ _id: undefined, ...emptyFields, name: "a" }]);
});

test.for([
  ["colour", "is not a column of a coffee (they are _id, name, chef"],
  ["Name", "is not a column of a coffee (is it name?)"],
  [" price", "is not a column of a coffee (is it price?)"],
] as const)("the unknown column %j is named", ([column, message]) => {
  expect(sentences(`_id,${column}\n`)).toEqual([expect.stringContaining(`Row 1: ${column} ${message}`)]);
});

test("an unknown column in ignoreFields is skipped", () => {
  expect(coffeesIn(readCsv("name,colour\na,red\n", { ignoreFields: ["colour"] }))).toMatchObject([{ name: "a" }]);
});

test.for([
  ["name,name\na,b\n", "Row 1: name names a second column; leave one of the two out."],
  ["name,\na,b\n", 'Row 2 has "b" in a column without a name.'],
  ["name\na,b\n", 'Row 2 has "b" in a column without a name.'],
  ["name,price\na,-5\n", "Row 2: price must be a number of 0 or more, or empty."],
  ['name,price\na,"12,5"\n', "Row 2: price must be a number of 0 or more, or empty."],
  ["price,priceType\n5,Number\n", "Row 2: priceType must be text or number."],
  [
    "price,priceType\n012.50,number\n",
    "Row 2: price must be digits such as 250 or 0.50 where its priceType is number.",
  ],
  ["price,priceType\nabc,number\n", "Row 2: price must be digits such as 250 or 0.50 where its priceType is number."],
  ["price,priceType\n,number\n", "Row 2: price must be digits such as 250 or 0.50 where its priceType is number."],
  ["price,priceType\n-5,number\n", "Row 2: price must be a number of 0 or more, or empty."],
  ["_id,name\n6.50123E+23,a\n", "Row 2: _id must be 24 lower-case hex digits."],
] as const)("%j is refused: %s", ([text, sentence]) => {
  expect(sentences(text)).toEqual([sentence]);
});

test.for(["text", "number"])(
  "a price of more than 1,000 characters is reported once, with the price type %s",
  (type) => {
    const text = `price,priceType\n0.${"1".repeat(999)},${type}\n`;
    expect(sentences(text)).toEqual(["Row 2: price must be at most 1,000 characters."]);
  },
);

test("a message gives the spreadsheet's row, and the file's line if it differs", () => {
  const text = 'name,price\n"a\nb",1\n\nc,x\n"d\ne",y\n';
  expect(sentences(text).map((sentence) => sentence.split(":")[0])).toEqual(["Row 4 (line 5)", "Row 5 (line 6)"]);
});

test.for(['name\n"a\n', 'name\n"a"b\n', 'name\n"a" "b"\n'])(
  "quotes that do not pair, as in %j, are refused",
  (text) => {
    expect(sentences(text)).toEqual([
      'Row 2 has a quote that is left open or stands alone; inside of a cell, write " as "".',
    ]);
  },
);

test.for(["", "\ufeff", "\r\n\r\n", ",,\n"])("%j names no columns, which is refused", (text) => {
  expect(sentences(text)).toEqual([
    expect.stringMatching(/^The file is empty; its first row must name columns: _id, name, /),
  ]);
});
