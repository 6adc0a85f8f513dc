const unitMs: Readonly<Record<string, number>> = {
  s: 1_000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
};

const relativeForm = /^(\d{1,6})\s*([smhdw])(?:\s+ago)?$/;
const localForm = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,3}))?)?)?$/;
const zonedForm = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?)\s*(Z|[+-]\d\d:\d\d)$/i;

/** The forms that `readTime` accepts, for help and error messages. */
export const timeForms = '2026-11-21T14:30:00Z, "2026-11-21 14:30" (local), 2026-11-21, 2h, 30m or "3d ago"';

/** Parses a time: ISO 8601, local time, or an age such as "2h" before `now`. Undefined for any other text. */
export function readTime(text: string, now: Date): Date | undefined {
  const trimmed = text.trim();
  const [, amount, unit = ""] = relativeForm.exec(trimmed) ?? [];
  const [, day, time, zone = ""] = zonedForm.exec(trimmed) ?? [];
  const milliseconds = unitMs[unit];
  if (milliseconds !== undefined) return valid(new Date(now.getTime() - Number(amount) * milliseconds));
  if (day !== undefined) return isDay(day) ? valid(new Date(`${day}T${time}${zone.toUpperCase()}`)) : undefined;
  return readLocal(trimmed);
}

function readLocal(text: string): Date | undefined {
  const [isLocal, ...parts] = localForm.exec(text) ?? [];
  if (isLocal === undefined) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts.map((part) => Number(part ?? 0));
  const millisecond = Number((parts[6] ?? "").padEnd(3, "0"));
  const date = new Date(year, month - 1, day, hour, minute, second, millisecond);
  const isReal = isDay(text.slice(0, "2026-11-21".length)) && hour < 24 && minute < 60 && second < 60;
  return isReal ? valid(date) : undefined;
}

/** Whether a date exists. `Date` would read 30 February as a day in March. */
function isDay(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

function valid(date: Date): Date | undefined {
  return Number.isNaN(date.getTime()) ? undefined : date;
}
