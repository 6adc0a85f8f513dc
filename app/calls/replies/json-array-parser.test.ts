import { describe, expect, test } from "vitest";
import { jsonArrayParser } from "./json-array-parser.ts";

/** The items of `pieces`; undefined if they are not a JSON array. */
function readAll(pieces: readonly string[]): readonly unknown[] | undefined {
  try {
    const read = jsonArrayParser();
    return [...pieces, undefined].flatMap((piece) => read(piece));
  } catch (error) {
    expect(error).toBeInstanceOf(SyntaxError);
    return undefined;
  }
}

/** The array that JSON.parse returns; undefined if `text` is not a JSON array. */
function parsed(text: string): readonly unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** A linear congruential generator: each seed gives the same numbers, from 0 to below 1. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const characters = [...'ab[]{},:"\\/ \n\t\u0000\u2028é☕'.split(""), "কফি", "\ud83d", "💛", "\\u005d", '\\"'];

class Maker {
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = seeded(seed);
  }

  below(limit: number): number {
    return Math.floor(this.#random() * limit);
  }

  text(): string {
    return Array.from({ length: this.below(8) }, () => characters[this.below(characters.length)]).join("");
  }

  value(depth: number): unknown {
    const kind = this.below(depth > 3 ? 5 : 8);
    if (kind < 3) return this.text();
    if (kind === 3) return [0, -1.5e-7, 340, 1e21, true, false, null][this.below(7)];
    if (kind === 4) return this.below(1_000);
    if (kind === 5) return Array.from({ length: this.below(4) }, () => this.value(depth + 1));
    return Object.fromEntries(Array.from({ length: this.below(4) }, () => [this.text(), this.value(depth + 1)]));
  }

  /** The text with one character deleted, inserted or replaced, like a corrupted reply. */
  broken(text: string): string {
    const at = this.below(text.length + 1);
    const put = ["", "", ...'[]{},:"\\ x0'.split("")][this.below(13)] ?? "";
    return text.slice(0, at) + put + text.slice(at + this.below(2));
  }
}

const seeds = Array.from({ length: 300 }, (_, seed) => seed);
const spacings = [undefined, 1, "\t", "\r\n "];

test("an array that is cut anywhere into two reads as JSON.parse reads it whole", () => {
  for (const seed of seeds.slice(0, 60)) {
    const maker = new Maker(seed);
    const list = Array.from({ length: maker.below(5) }, () => maker.value(0));
    const text = JSON.stringify(list, undefined, spacings[seed % spacings.length]);
    for (let cut = 0; cut <= text.length; cut += 1)
      expect(readAll([text.slice(0, cut), text.slice(cut)]), `${text} at ${cut}`).toEqual(list);
  }
});

test("an array that comes one character at a time reads as JSON.parse reads it whole", () => {
  for (const seed of seeds) {
    const maker = new Maker(seed);
    const list = Array.from({ length: maker.below(9) }, () => maker.value(0));
    expect(readAll(JSON.stringify(list).split(""))).toEqual(list);
  }
});

test("the parser accepts the same corrupted texts as JSON.parse, with the same items", () => {
  let refused = 0;
  for (const seed of Array.from({ length: 6_000 }, (_, place) => place)) {
    const maker = new Maker(seed);
    const text = maker.broken(JSON.stringify(Array.from({ length: maker.below(4) }, () => maker.value(1))));
    const pieces: string[] = [];
    for (let at = 0; at < text.length;) pieces.push(text.slice(at, (at += 1 + maker.below(6))));
    const expected = parsed(text);
    if (!expected) refused += 1;
    expect(readAll(pieces), JSON.stringify(pieces)).toEqual(expected);
  }
  expect(refused).toBeGreaterThan(1_000);
});

describe("text that is not a JSON array", () => {
  test.for<[string]>([
    [""],
    [" "],
    ["null"],
    ["{}"],
    ['"[]"'],
    ["["],
    ["]"],
    ["[1"],
    ["[1,"],
    ["[1,]"],
    ["[,1]"],
    ["[1,,2]"],
    ["[,]"],
    ["[1 2]"],
    ["[1}"],
    ["[{]}"],
    ["[1], [2]"],
    ["[1]]"],
    ["[1] x"],
    ["[]\u00a0"],
    ["\u00a0[]"],
    ["\u000b[]"],
    ['["a]'],
    ['["a\n"]'],
    ['["\\"]'],
    ["[01]"],
    ["[1],"],
    ["<!doctype html>"],
  ])("%j throws", ([text]) => {
    expect(parsed(text)).toBeUndefined();
    expect(readAll([text])).toBeUndefined();
    expect(readAll(text.split(""))).toBeUndefined();
  });
});

test("items are returned as soon as they are complete, and only once", () => {
  const read = jsonArrayParser();
  expect(read('[{"a":1},{"b"')).toEqual([{ a: 1 }]);
  expect(read(':"],"}')).toEqual([]);
  expect(read(", 3 , 4]\n")).toEqual([{ b: "]," }, 3, 4]);
  expect(read()).toEqual([]);
});
