/**
 * Why a photo was not fetched:
 *
 * - `refused`: the address, or one it redirects to, may not be fetched from a server. Another try does not help.
 * - `gone`: there is no such host, or the host says that there is no such photo (404, 410).
 * - `denied`: the host answers, but with a status that brings no photo, such as 403.
 * - `robots`: the host's robots.txt asks programs to leave this address alone.
 * - `not-a-picture`: the reply says that it is something else, is empty, or is compressed.
 * - `too-large`: the photo has more than `photoLimitBytes`.
 * - `later`: the host is too slow, unreachable, busy or broken. Another try may help, after `retryAfterMs` if it is set.
 */
export type PhotoFetchReason = "refused" | "gone" | "denied" | "robots" | "not-a-picture" | "too-large" | "later";

/** A photo that was not fetched, for a reason outside the shop. `message` is a sentence for the operator. */
export class PhotoFetchFailure extends Error {
  override readonly name = "PhotoFetchFailure";
  readonly reason: PhotoFetchReason;
  /** How long the host asks to be left alone, in milliseconds. Undefined if it does not say. */
  readonly retryAfterMs: number | undefined;

  constructor(reason: PhotoFetchReason, message: string, { cause, retryAfterMs }: FailureDetails = {}) {
    super(message, { cause });
    this.reason = reason;
    this.retryAfterMs = retryAfterMs;
  }
}

type FailureDetails = Readonly<{ cause?: unknown; retryAfterMs?: number | undefined }>;

const shownCharacters = 200;

/** An address as a message shows it, cut if it is long. */
export function shownAddress({ href }: URL): string {
  return href.length > shownCharacters ? `${href.slice(0, shownCharacters)}…` : href;
}

/**
 * The failure to report for an error of a lookup, a connection or a reply that was being read. If `signal` has aborted,
 * it is the signal's reason, because the error follows from it.
 */
export function failureOf(error: unknown, signal: AbortSignal, url: URL): unknown {
  if (error instanceof PhotoFetchFailure) return error;
  if (signal.aborted) return signal.reason;
  return new PhotoFetchFailure("later", `The connection to ${url.host} failed: ${describe(error)}.`, { cause: error });
}

function describe(error: unknown): string {
  // The error for several addresses has no message of its own.
  const each = error instanceof AggregateError ? error.errors : [error];
  return each.map((one: unknown) => (one instanceof Error ? one.message : String(one))).join("; ");
}
