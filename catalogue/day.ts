/** The day of a moment, in UTC, such as 2026-11-23. */
export function dayOf(at: Date): string {
  return at.toISOString().slice(0, "2026-11-23".length);
}

/**
 * The day after, both as 2026-11-23. Processes whose clocks differ a little ask for the keys of both around midnight: where
 * the later one is there already it stays, so that they give a visitor one name.
 */
export function dayAfter(day: string): string {
  const date = new Date(`${day}T00:00:00.000Z`);
  date.setUTCDate(date.getUTCDate() + 1);
  return dayOf(date);
}
