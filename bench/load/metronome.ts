import { isMainThread, workerData, Worker } from "node:worker_threads";

/** Which beat it is, and what the thread sleeps on. */
const [count, sleep] = [0, 1];

/**
 * Calls `onBeat` at even times until it is stopped. Node's timers are late by up to a millisecond; a thread that sleeps is
 * late by some hundredths of one.
 */
export function startMetronome(perSecond: number, onBeat: () => void): { stop: () => Promise<unknown> } {
  const cells = new Int32Array(new SharedArrayBuffer(8));
  const thread = new Worker(new URL(import.meta.url), { workerData: { perSecond, cells } });
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

function beat({ perSecond, cells }: Readonly<{ perSecond: number; cells: Int32Array<SharedArrayBuffer> }>): void {
  for (let due = performance.now(); ; due += 1_000 / perSecond) {
    Atomics.wait(cells, sleep, 0, Math.max(0, due - performance.now()));
    Atomics.add(cells, count, 1);
    Atomics.notify(cells, count);
  }
}

if (!isMainThread) beat(workerData);
