import { coffeeFields, type CoffeeField } from "../../catalogue/fields.ts";
import { operator } from "../../catalogue/coffee-store.ts";
import { fieldsOf, type CoffeeText, type ExactPrice, type StoredFields } from "../../catalogue/coffee-text.ts";
import { visibleText } from "../../catalogue/text/visible-text.ts";
import { pluralise } from "../../catalogue/text/format-quantity.ts";
import { paint } from "./print.ts";

const longestCharacters = 60;

/** A text as a JSON string, or a price; shortened, and safe to print. */
export function formatValue(value: ExactPrice): string {
  if (typeof value === "object") return value.rawJSON;
  const characters = Array.from(value);
  if (characters.length <= longestCharacters) return quote(value);
  return `${quote(characters.slice(0, longestCharacters).join(""))} … (${pluralise(characters.length, "character")})`;
}

function quote(text: string): string {
  return visibleText(JSON.stringify(text));
}

/** A coffee in `--json` output: an object with its fields, or null. */
export function jsonCoffee(text: CoffeeText | null): StoredFields | null {
  return text === null ? null : fieldsOf(text);
}

/** The name and the id of a coffee, before or after a change. */
export function formatCoffee(id: string, before: CoffeeText | null, after: CoffeeText | null): string {
  const text = after ?? before;
  const name = text === null ? "" : fieldsOf(text).name;
  return `${name === "" ? "unnamed coffee" : formatValue(name)} ${id}`;
}

/** The author of a change, in words. */
export function formatVisitor(visitor: string | null): string {
  if (visitor === operator) return "the operator";
  return visitor === null ? "an unknown visitor" : `visitor ${visitor}`;
}

/** The fields that differ: old values after –, new ones after +. Empty values are left out. */
export function formatDifferences(before: CoffeeText | null, after: CoffeeText | null): string[] {
  const [old, present] = [before === null ? undefined : fieldsOf(before), after === null ? undefined : fieldsOf(after)];
  return coffeeFields.flatMap((field) => formatDifference(field, old?.[field], present?.[field]));
}

function formatDifference(field: CoffeeField, before: ExactPrice | undefined, after: ExactPrice | undefined): string[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  const sides = [
    ...(before === undefined || before === "" ? [] : [paint("red", `– ${formatValue(before)}`)]),
    ...(after === undefined || after === "" ? [] : [paint("green", `+ ${formatValue(after)}`)]),
  ];
  return sides.map((side, place) => `    ${(place === 0 ? field : "").padEnd(9)}${side}`);
}

/** Numbers and ranges such as "3 5-12 20", which `--change` accepts too. */
export function formatNumbers(numbers: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const number of numbers.toSorted((one, other) => one - other)) {
    const last = ranges.at(-1);
    if (last && number === last[1] + 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(" ");
}

const previewMaxCoffees = 20;

/** The lines of a preview's first twenty coffees, and how many more there are. */
export function formatFirst<T>(coffees: readonly T[], format: (coffee: T) => string | readonly string[]): string[] {
  const rest = coffees.length - previewMaxCoffees;
  const more = rest > 0 ? [`… and ${pluralise(rest, "more coffee")}; --json shows all.`] : [];
  return [...coffees.slice(0, previewMaxCoffees).flatMap(format), ...more];
}
