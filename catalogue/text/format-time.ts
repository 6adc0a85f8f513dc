import { pluralise } from "./format-quantity.ts";

/** Local time to the second with its offset, such as 2026-11-21 14:30:05 +06:00. */
export function formatTime(date: Date): string {
  const offset = -date.getTimezoneOffset();
  const local = new Date(date.getTime() + offset * 60_000).toISOString().slice(0, 19).replace("T", " ");
  const [hours, minutes] = [Math.abs(offset) / 60, Math.abs(offset) % 60].map((part) =>
    String(Math.floor(part)).padStart(2, "0"),
  );
  return `${local} ${offset < 0 ? "-" : "+"}${hours}:${minutes}`;
}

/** The time between two moments in one unit, such as "3 days". */
export function formatAge(from: Date, to: Date): string {
  const minutes = Math.max(0, Math.floor((to.getTime() - from.getTime()) / 60_000));
  if (minutes < 120) return pluralise(minutes, "minute");
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? pluralise(hours, "hour") : pluralise(Math.floor(hours / 24), "day");
}
