import { constants } from "node:os";

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** A command that was interrupted, with its exit code. */
export class Interrupted extends Error {
  override readonly name = "Interrupted";
  readonly exitCode: number;

  constructor(signal: (typeof signals)[number]) {
    super("Stopped. Nothing is left half done.");
    this.exitCode = 128 + constants.signals[signal];
  }
}

/**
 * Runs work that needs to clean up. Ctrl-C aborts the work's signal, and this then rejects with `Interrupted`. A second
 * Ctrl-C ends the process at once, and so does any Ctrl-C outside of this.
 */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const stop = (signal: (typeof signals)[number]) => {
    if (controller.signal.aborted) process.exit(new Interrupted(signal).exitCode);
    controller.abort(new Interrupted(signal));
  };
  for (const signal of signals) process.on(signal, stop);
  try {
    return await work(controller.signal);
  } catch (error) {
    // Some of Node's functions reject with their own error instead of the signal's reason.
    controller.signal.throwIfAborted();
    throw error;
  } finally {
    for (const signal of signals) process.off(signal, stop);
  }
}
