import type { Server } from "node:http";
import { drain, type DrainTimes } from "../http/drain.ts";

export const closingSignals = ["SIGINT", "SIGTERM"];
const echoMs = 1_000;

export type ClosingParts = Readonly<{
  servers: readonly Server[];
  times: DrainTimes;
  /** Aborts when closing begins: streams end, and replies carry `Connection: close`. */
  closing: AbortController;
  /** Called once all connections are closed, or out of time. */
  closeData: () => Promise<void>;
}>;

/**
 * Closes the shop at a signal and ends the process with code 0, and returns a function that does so with another exit
 * code. The first signal lets replies in progress finish; a later one ends the process at once, with code 1. Ctrl-C
 * under npm arrives twice, from the terminal and from npm, so an echo within a second counts as the same signal.
 */
export function closeOnSignal({ servers, times, closing, closeData }: ClosingParts): (exitCode: number) => void {
  let closingSince: number | undefined;
  const close = async (exitCode: number) => {
    if (closingSince !== undefined) {
      if (performance.now() - closingSince > echoMs) process.exit(1);
      return;
    }
    closingSince = performance.now();
    closing.abort();
    await drain(servers, times);
    await closeData();
    process.exit(exitCode);
  };
  for (const signal of closingSignals) process.on(signal, () => void close(0));
  return (exitCode) => void close(exitCode);
}
