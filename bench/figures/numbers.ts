import type { Spread } from "./spread.ts";

/** Three significant digits, two for small values; thousands are separated. */
export function figure(value: number | undefined): string {
  if (value === undefined || Number.isNaN(value)) return "–";
  if (value >= 99.95 || value === 0) return wholeNumber(value);
  const digits = value < 0.0995 ? 2 : 3;
  return value.toLocaleString("en-GB", { minimumSignificantDigits: digits, maximumSignificantDigits: digits });
}

export function wholeNumber(value: number): string {
  return value.toLocaleString("en-GB", { maximumFractionDigits: 0 });
}

/** The median, and in brackets the least and the most, if they differ. */
export function spreadFigure(spread: Spread | undefined): string {
  if (!spread) return "–";
  const median = figure(spread.median);
  return spread.least === spread.most ? median : `${median} (${figure(spread.least)}–${figure(spread.most)})`;
}

export function megabytes(bytes: number | undefined): string {
  return bytes === undefined ? "–" : figure(bytes / 1_000_000);
}
