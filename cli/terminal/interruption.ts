import { constants } from "node:os";

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Why a command ended in the middle, and with which code. */
export class Interrupted extends Error {
  override readonly name = "Interrupted";
  readonly exitCode: number;

  constructor(signal: (typeof signals)[number]) {
    super("Stopped. Nothing is left half done.");
    this.exitCode = 128 + constants.signals[signal];
  }
}

/**
 * Does work that makes files: Ctrl-C aborts the signal that it is given, so that it can clean up, and rejects with
 * `Interrupted`. A second Ctrl-C ends the process at once, and so does the first outside of this.
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
    // Some of Node's own functions reject with an error of theirs instead of the signal's reason.
    controller.signal.throwIfAborted();
    throw error;
  } finally {
    for (const signal of signals) process.off(signal, stop);
  }
}
