import type { Words } from "../words/english.ts";

const units = [
  ["second", 1_000],
  ["minute", 60_000],
  ["hour", 3_600_000],
  ["day", 86_400_000],
] as const;

const momentMs = 5_000;

/** How long ago a moment was, in the largest unit that it fills, such as "3 minutes ago". */
export function timeAgo(time: string, words: Words, now = Date.now()): string {
  const ms = now - Date.parse(time);
  if (ms < momentMs) return words.timeAgo.now;
  const [unit, unitMs] = units.findLast(([, length]) => ms >= length) ?? units[0];
  return new Intl.RelativeTimeFormat(words.language, { numeric: "auto" }).format(-Math.floor(ms / unitMs), unit);
}
