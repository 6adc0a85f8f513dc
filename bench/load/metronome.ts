import { isMainThread, workerData, Worker } from "node:worker_threads";

/** Indexes of the shared cells: the beat's number, and the cell on which the thread sleeps. */
const [count, sleep] = [0, 1];
const nanosecondsPerMs = 1_000_000;

type Beats = Readonly<{ startsAt: bigint; everyMs: number; cells: Int32Array<SharedArrayBuffer> }>;

/**
 * Calls `onBeat` at even intervals from `inMs` on, until it is stopped. Node's timers are late by up to a millisecond;
 * a sleeping thread is late by some hundredths of one.
 */
export function startMetronome(inMs: number, everyMs: number, onBeat: () => void): { stop: () => Promise<unknown> } {
  const cells = new Int32Array(new SharedArrayBuffer(8));
  const startsAt = process.hrtime.bigint() + BigInt(Math.round(inMs * nanosecondsPerMs));
  const thread = new Worker(new URL(import.meta.url), { workerData: { startsAt, everyMs, cells } });
  const stopping = new AbortController();
  const listen = async () => {
    while (!stopping.signal.aborted) {
      const seen = Atomics.load(cells, count);
      onBeat();
      await Atomics.waitAsync(cells, count, seen).value;
    }
  };
  void listen();
  return {
    stop: () => {
      stopping.abort();
      return thread.terminate();
    },
  };
}

function beat({ startsAt, everyMs, cells }: Beats): void {
  for (let dueMs = 0; ; dueMs += everyMs) {
    const elapsedMs = Number(process.hrtime.bigint() - startsAt) / nanosecondsPerMs;
    Atomics.wait(cells, sleep, 0, Math.max(0, dueMs - elapsedMs));
    Atomics.add(cells, count, 1);
    Atomics.notify(cells, count);
  }
}

if (!isMainThread) beat(workerData);
