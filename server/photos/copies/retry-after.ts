import { Fault } from "../../../catalogue/fault.ts";
import { PhotoFetchFailure } from "../mirror/photo-fetch-failure.ts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const longestMs = 24 * hourMs;

/**
 * How long a host is left alone after a photo could not be fetched this many times in a row, in milliseconds: twice as
 * long after each time, from a minute if another try may help, else from an hour; at least as long as the host asks for,
 * and never longer than a day.
 */
export function retryAfterMs(error: unknown, times: number): number {
  const isForLater = error instanceof PhotoFetchFailure ? error.reason === "later" : !(error instanceof Fault);
  const asked = (error instanceof PhotoFetchFailure && error.retryAfterMs) || 0;
  const doubled = (isForLater ? minuteMs : hourMs) * 2 ** Math.min(times - 1, 20);
  return Math.min(Math.max(doubled, asked), longestMs);
}
