import { yieldToMain } from "../calls/yield-to-main.ts";

/** Splits long work into slices: when `isDue()`, await `next()`, which yields to the main thread. */
export type TimeSlices = Readonly<{ isDue: () => boolean; next: () => Promise<void> }>;

const sliceMs = 6;

/** Starts the first slice. */
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
