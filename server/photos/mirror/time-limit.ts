import { PhotoFetchFailure } from "./photo-fetch-failure.ts";

/**
 * Runs a task with a signal that aborts after `totalMs`, with the reason `later`, or when `outer` does, with its
 * reason. The task must end when its signal aborts.
 */
export async function withTimeLimit<Result>(
  totalMs: number,
  outer: AbortSignal | undefined,
  task: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  outer?.throwIfAborted();
  const controller = new AbortController();
  const follow = () => controller.abort(outer?.reason);
  const timer = setTimeout(() => {
    controller.abort(new PhotoFetchFailure("later", `Fetching took more than ${totalMs / 1_000} s in all.`));
  }, totalMs);
  outer?.addEventListener("abort", follow);
  try {
    return await task(controller.signal);
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener("abort", follow);
  }
}

/** Settles as `promise` does, or rejects with the signal's reason as soon as it aborts. */
export async function unlessAborted<Result>(promise: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener("abort", abort);
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener("abort", abort);
  }
}
