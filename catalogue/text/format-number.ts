import type { Translated } from "../language.ts";

const grouped = { en: new Intl.NumberFormat("en"), bn: new Intl.NumberFormat("bn") };
const digits = { useGrouping: false };
const plain = { en: new Intl.NumberFormat("en", digits), bn: new Intl.NumberFormat("bn", digits) };

/** How many there are of something: in the digits of each language, grouped as each groups them. */
export function formatCount(count: number): Translated {
  return { en: grouped.en.format(count), bn: grouped.bn.format(count) };
}

/** A number that names something, or counts what is never many: the digits alone. */
export function formatNumber(number: number): Translated {
  return { en: plain.en.format(number), bn: plain.bn.format(number) };
}
