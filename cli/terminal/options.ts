import { InvalidArgumentError } from "commander";
import { readTime, timeForms } from "./time.ts";

/** Reads the value of an option that is a time. */
export function timeOption(text: string): Date {
  const time = readTime(text, new Date());
  if (time) return time;
  throw new InvalidArgumentError(`It must be a time, such as ${timeForms}.`);
}

/** Reads the value of an option that is a whole number above zero. */
export function countOption(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("It must be a whole number above zero.");
}
