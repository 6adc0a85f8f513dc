import { yieldToMain } from "../calls/yield-to-main.ts";

/** Work that holds nobody up: when a slice `isDue` to end, it goes on once what else waits is `over`. */
export type TimeSlices = Readonly<{ isDue: () => boolean; next: () => Promise<void> }>;

const sliceMs = 6;

/** Begins the first slice. */
export function timeSlices(): TimeSlices {
  let started = performance.now();
  return {
    isDue: () => performance.now() - started >= sliceMs,
    next: async () => {
      await yieldToMain();
      started = performance.now();
    },
  };
}
