import type { Words } from "../../words/english.ts";

const units = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1_000],
] as const;

const momentMs = 5_000;

/** Formats how long ago a time was, such as "3 minutes ago". */
export function timeAgo(time: string, words: Words, now = Date.now()): string {
  const ms = now - Date.parse(time);
  if (ms < momentMs) return words.timeAgo.now;
  const [unit, unitMs] = units.find(([, length]) => ms >= length) ?? units[3];
  return new Intl.RelativeTimeFormat(words.language, { numeric: "auto" }).format(-Math.floor(ms / unitMs), unit);
}
