import { InvalidArgumentError } from "commander";
import type { NumberRange } from "../../operations/undo/select-changes.ts";
import { readTime, timeForms } from "./time.ts";

/** Parses an option that is a time. */
export function timeOption(text: string): Date {
  const time = readTime(text, new Date());
  if (time) return time;
  throw new InvalidArgumentError(`It must be a time, such as ${timeForms}.`);
}

/** Parses an option that is a whole number above zero. */
export function countOption(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It must be a whole number above zero.");
}

/** Parses a value of `--change`: numbers and ranges such as 17-42, separated by commas, added to the earlier ones. */
export function rangesOption(text: string, earlier: readonly NumberRange[] = []): NumberRange[] {
  const ranges = text.split(",").map((part) => {
    const [, from, to = from] = /^([1-9]\d{0,14})(?:-([1-9]\d{0,14}))?$/.exec(part.trim()) ?? [];
    if (from === undefined || Number(to) < Number(from)) {
      throw new InvalidArgumentError(
        "It must be numbers of changes, such as 17 or 17-42; niceties history shows them.",
      );
    }
    return { from: Number(from), to: Number(to) };
  });
  return [...earlier, ...ranges];
}
