import { expect, test } from "vitest";
import { guardFormulas, unguardFormulas } from "./formula-guard.ts";

test.for(["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx", "\nx", "＝1", "＋1", "－1", "＠x"])(
  "a cell with %j begins with an apostrophe",
  (text) => {
    expect(guardFormulas(text)).toBe(`'${text}`);
  },
);

test.for([
  [" =1", "' =1"],
  ["\u00a0\u200b\ufeff\u0001=1", "'\u00a0\u200b\ufeff\u0001=1"],
  ['"=1"', '\'"=1"'],
  ["'=1", "''=1"],
  ["''\t", "'''\t"],
] as const)("a sign after blanks, quotes or apostrophes is guarded too: %j becomes %j", ([text, cell]) => {
  expect(guardFormulas(text)).toBe(cell);
});

test.for([
  ["a;=1", "a;'=1"],
  ["a\t=1", "a\t'=1"],
  ["a\n=1\r\n@b", "a\n'=1\r'\n'@b"],
  ['a;"=1"', 'a;\'"=1"'],
  ["a; =1", "a;' =1"],
] as const)("a sign after a separator inside %j is guarded too: %j", ([text, cell]) => {
  expect(guardFormulas(text)).toBe(cell);
});

test.for(["", "Flat white", "'tis", "'", "half-and-half", "a = b", "a@b", "a;b", "a\nb", "\u00a0", "টং"])(
  "%j is harmless and stays as it is",
  (text) => {
    expect(guardFormulas(text)).toBe(text);
    expect(unguardFormulas(text)).toBe(text);
  },
);

test("every text of one to five critical characters is guarded, and unguarding restores it", () => {
  const characters = ["'", "=", ";", "\n", "\t", '"', " ", "a"];
  let texts = [""];
  for (let length = 1; length <= 5; length++) {
    texts = texts.flatMap((text) => characters.map((character) => text + character));
    for (const text of texts) {
      const cell = guardFormulas(text);
      if (unguardFormulas(cell) !== text) expect(unguardFormulas(cell), JSON.stringify(cell)).toBe(text);
      for (const piece of cell.split(/[;\t\r\n]/)) expect(piece).not.toMatch(/^[\s"]*[=+\-@]/);
    }
  }
  expect(texts).toHaveLength(8 ** 5);
});
