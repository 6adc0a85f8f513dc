import type { Spread } from "./spread.ts";

/** Three digits that matter, thousands set apart. */
export function figure(value: number | undefined): string {
  if (value === undefined || Number.isNaN(value)) return "–";
  const size = Math.abs(value);
  const digits = size >= 99.95 ? 0 : size >= 9.995 ? 1 : size >= 0.9995 ? 2 : 3;
  return value.toLocaleString("en-GB", { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** The median, and in brackets how far the rounds lie apart. */
export function spreadFigure(spread: Spread | undefined): string {
  if (!spread) return "–";
  const median = figure(spread.median);
  return spread.least === spread.most ? median : `${median} (${figure(spread.least)}–${figure(spread.most)})`;
}

export function megabytes(bytes: number | undefined): string {
  return bytes === undefined ? "–" : figure(bytes / 1_000_000);
}
