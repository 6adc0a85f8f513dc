import type { Translated } from "../language.ts";

const grouped = { en: new Intl.NumberFormat("en"), bn: new Intl.NumberFormat("bn") };
const digits = { useGrouping: false };
const plain = { en: new Intl.NumberFormat("en", digits), bn: new Intl.NumberFormat("bn", digits) };

/** A count, with the digits and the grouping of each language. */
export function formatCount(count: number): Translated {
  return { en: grouped.en.format(count), bn: grouped.bn.format(count) };
}

/** A number that identifies something, or is never large, without grouping. */
export function formatNumber(number: number): Translated {
  return { en: plain.en.format(number), bn: plain.bn.format(number) };
}
