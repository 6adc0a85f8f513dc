import type { IncomingMessage } from "node:http";
import { freshAtMostMs } from "./freshness.ts";
import { PhotoFetchFailure, shownAddress, type PhotoFetchReason } from "./photo-fetch-failure.ts";

/** Statuses below 500 that ask to come back (RFC 9110 §15.5.9, RFC 8470 §5.2, RFC 6585 §4). */
const later = [408, 425, 429];
const gone = [404, 410];

/** The failure for a reply that brings no photo by its status. */
export function statusFailure({ statusCode = 0, headers }: IncomingMessage, url: URL, now: number): PhotoFetchFailure {
  const reason = reasonOf(statusCode);
  return new PhotoFetchFailure(reason, `${shownAddress(url)} answers with status ${statusCode}.`, {
    retryAfterMs: reason === "later" ? retryAfterMs(headers["retry-after"], now) : undefined,
  });
}

function reasonOf(status: number): PhotoFetchReason {
  if (gone.includes(status)) return "gone";
  return status >= 500 || later.includes(status) ? "later" : "denied";
}

/** Seconds or a date (RFC 9110 §10.2.3), as milliseconds from now, 30 days at most. */
function retryAfterMs(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined;
  const wait = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - now;
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(wait, 0), freshAtMostMs);
}
