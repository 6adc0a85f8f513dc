/** The UTC date of a moment, such as 2026-11-23. */
export function dayOf(at: Date): string {
  return at.toISOString().slice(0, "2026-11-23".length);
}

/**
 * The next date; both such as 2026-11-23. Around midnight, processes whose clocks differ ask for the keys of both days.
 * If the later key exists, it stays, so that a visitor keeps one name.
 */
export function dayAfter(day: string): string {
  const date = new Date(`${day}T00:00:00.000Z`);
  date.setUTCDate(date.getUTCDate() + 1);
  return dayOf(date);
}
