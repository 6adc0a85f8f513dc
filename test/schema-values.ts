import type { SeededRandom } from "./seeded-random.ts";
import { at } from "./check-reply.ts";

/** Characters likely to break a rule: other digits and signs, white space, NUL, half of a surrogate pair, an emoji. */
const intruders = ["0", "9", "-", "+", ".", "e", "E", "x", " ", "\n", "\t", "\0", "\ud800", "\udc00", "é", "৫", "🫘"];
/** The most repetitions that these texts have for a `*` or a `+` in a pattern. */
const manyTimes = 40;
const ofOtherTypes = [null, true, 5, "x", [], {}, [5], { x: 5 }];

/**
 * Values near the limits of a JSON Schema, on either side: the longest, greatest or smallest values, and values
 * slightly beyond; texts that its pattern matches, and the same with one character more, less or different; and other
 * types. `resolve` follows a `$ref`.
 */
export function valuesNear(schema: unknown, random: SeededRandom, resolve: (reference: string) => unknown): unknown[] {
  const reference = at(schema, "$ref");
  if (typeof reference === "string") return valuesNear(resolve(reference), random, resolve);
  const options = at(schema, "anyOf");
  if (Array.isArray(options)) return options.flatMap((option) => valuesNear(option, random, resolve));
  switch (at(schema, "type")) {
    case "string":
      return [...textsNear(schema, random), ...ofOtherTypes];
    case "integer":
    case "number":
      return [...numbersNear(schema), ...ofOtherTypes];
    case "object":
      return [...objectsNear(schema, random, resolve), ...ofOtherTypes];
    default:
      throw new TypeError(`No values are made for ${JSON.stringify(schema)}.`);
  }
}

function numbersNear(schema: unknown): unknown[] {
  const edges = [at(schema, "minimum"), at(schema, "maximum")].filter((edge) => typeof edge === "number");
  const around = edges.flatMap((edge) => [edge - 1, edge - 0.01, -Number.MIN_VALUE, edge, edge + 0.01, edge + 1]);
  return [...around, 1e21, JSON.rawJSON("1e999"), JSON.rawJSON("-1e999")];
}

function textsNear(schema: unknown, random: SeededRandom): string[] {
  const [pattern, max] = [at(schema, "pattern"), at(schema, "maxLength")];
  const matching = typeof pattern === "string" ? times(30, matcher(pattern, random)) : ["x", "", "a b", "ক/?#%&=+"];
  const lengths = typeof max === "number" ? [max - 1, max, max + 1].filter((length) => length >= 0) : [];
  const long = lengths.flatMap((length) => ["1", "🫘", "a\u0301"].map((text) => text.repeat(length).slice(0, length)));
  const wholeEmoji = lengths.map((length) => "🫘".repeat(length));
  return [...matching, ...matching.map((text) => slipIn(text, random)), ...long, ...wholeEmoji, ...intruders, ""];
}

/** The text with one character more, less or different, or all of it twice. */
function slipIn(text: string, random: SeededRandom): string {
  const characters = Array.from(text);
  const place = random.below(characters.length + 1);
  const [removed, added] = random.pick<[number, string[]]>([
    [0, [random.pick(intruders)]],
    [1, []],
    [1, [random.pick(intruders)]],
    [0, characters],
  ]);
  return characters.toSpliced(place, removed, ...added).join("");
}

function objectsNear(schema: unknown, random: SeededRandom, resolve: (reference: string) => unknown): object[] {
  const properties = Object.entries(Object(at(schema, "properties")));
  const values = properties.map(([key, property]) => [key, valuesNear(property, random, resolve)] as const);
  const single = values.flatMap(([key, some]) => some.map((value) => ({ [key]: value })));
  const several = times(single.length / 4, () =>
    Object.fromEntries(values.filter(() => random.below(2) > 0).map(([key, some]) => [key, random.pick(some)])),
  );
  return [{}, { unknown: "" }, ...single, ...several];
}

/** Makes texts that a pattern matches. Supports the syntax of the published patterns, and throws on any other. */
function matcher(pattern: string, random: SeededRandom): () => string {
  const signs = Array.from(pattern);
  let next = 0;
  const take = () => signs[next++] ?? "";

  function alternatives(): () => string {
    const options = [sequence()];
    while (signs[next] === "|") {
      next += 1;
      options.push(sequence());
    }
    return () => random.pick(options)();
  }
  function sequence(): () => string {
    const parts: (() => string)[] = [];
    while (next < signs.length && signs[next] !== "|" && signs[next] !== ")") parts.push(repeated());
    return () => parts.map((part) => part()).join("");
  }
  function repeated(): () => string {
    const one = single();
    const [min, max] = bounds();
    return () =>
      times(random.pick([min, Math.min(min + 1, max), max, min + random.below(max - min + 1)]), one).join("");
  }
  function bounds(): [number, number] {
    const rest = signs.slice(next).join("");
    const [written = "", least = "", , most = least] = /^\{(\d+)(,(\d+))?\}|^[?*+]/.exec(rest) ?? [];
    next += written.length;
    if (written === "") return [1, 1];
    if (written.startsWith("{")) return [Number(least), Number(most)];
    return written === "?" ? [0, 1] : [written === "+" ? 1 : 0, manyTimes];
  }
  function single(): () => string {
    const sign = take();
    if (sign === "^" || sign === "$") return () => "";
    if (sign === "[") return oneOf();
    if (sign === "\\") {
      const escaped = escape();
      return () => escaped;
    }
    if (/[.{}?*+]/.test(sign)) throw new TypeError(`No text is made for ${pattern} at ${next}.`);
    if (sign !== "(") return () => sign;
    const inner = alternatives();
    next += 1;
    return inner;
  }
  function oneOf(): () => string {
    const ranges: [number, number][] = [];
    while (signs[next] !== "]") {
      const from = character();
      if (signs[next] !== "-" || signs[next + 1] === "]") {
        ranges.push([from, from]);
        continue;
      }
      next += 1;
      ranges.push([from, character()]);
    }
    next += 1;
    return () => {
      const [from, to] = random.pick(ranges);
      return String.fromCodePoint(random.pick([from, to, from + random.below(to - from + 1)]));
    };
  }
  function character(): number {
    const sign = take();
    return (sign === "\\" ? escape() : sign).codePointAt(0) ?? 0;
  }
  function escape(): string {
    const sign = take();
    if (sign === "x") return String.fromCodePoint(Number.parseInt(take() + take(), 16));
    if (sign === "t") return "\t";
    if (/\w/.test(sign)) throw new TypeError(`No text is made for \\${sign} in ${pattern}.`);
    return sign;
  }
  return alternatives();
}

function times<Item>(count: number, make: () => Item): Item[] {
  return Array.from({ length: count }, make);
}
