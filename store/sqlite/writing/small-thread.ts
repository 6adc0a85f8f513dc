import type { ResourceLimits } from "node:worker_threads";

/**
 * For a thread that works on one write at a time. Without it, V8 would let its young generation grow as large as that
 * of the thread that answers requests, and keep those megabytes.
 */
export const smallThread: ResourceLimits = { maxYoungGenerationSizeMb: 8 };
