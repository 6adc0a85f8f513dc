import type { Said } from "./language.ts";

const grouped = { en: new Intl.NumberFormat("en"), bn: new Intl.NumberFormat("bn") };
const digits = { useGrouping: false };
const plain = { en: new Intl.NumberFormat("en", digits), bn: new Intl.NumberFormat("bn", digits) };

/** How many there are of something: in the digits of each language, grouped as each groups them. */
export function saidCount(count: number): Said {
  return { en: grouped.en.format(count), bn: grouped.bn.format(count) };
}

/** A number that names something, or counts what is never many: the digits alone. */
export function saidNumber(number: number): Said {
  return { en: plain.en.format(number), bn: plain.bn.format(number) };
}
