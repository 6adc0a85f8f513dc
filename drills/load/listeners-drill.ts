import { connect, type Socket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { latencyOf } from "../../bench/figures/percentiles.ts";
import { readProcessTree } from "../../bench/machine/process-tree.ts";
import { send } from "../kit/shop-client.ts";
import { spawnShop, type SpawnedShop } from "../kit/spawned-shop.ts";
import { repeat } from "../kit/until.ts";
import { drill as define } from "../kit/drill.ts";

/** The most streams that the shop allows one address. Each address in 127.0.0.0/8 counts by itself. */
const streamsOfAddress = 100;
const openedAtOnce = 200;
const settlesMs = 2_000;
const restMs = 300;
const patienceMs = 30_000;

export const drill = define({
  promise: "many listeners get each change",
  help: `Opens many streams of changes to a shop of its own, from addresses of 127.0.0.0/8 (on Linux), and makes changes. Prints
the memory that a stream takes, how long after the reply to a change the last listener had it, and how long a reader waited
meanwhile. Both sides need a file for each stream: see ulimit -n.`,
  options: {
    streams: { default: 5_000, help: "streams" },
    changes: { default: 20, help: "changes" },
  },
  short: [{ streams: 150, changes: 2 }],
  async run({ streams, changes }) {
    await using shop = await spawnShop();
    using visitor = new Visitor(shop.url);
    const alone = (await visitor.work({ changes: 0, forMs: settlesMs })).readsMs;
    const before = residentKilobytes(shop);
    const listeners = await Listeners.open(shop.url, streams);
    await delay(settlesMs);
    const kilobytesPerStream = (residentKilobytes(shop) - before) / streams;
    const beside = (await visitor.work({ changes: 0, forMs: settlesMs })).readsMs;
    const { acknowledged, readsMs } = await visitor.work({ changes, forMs: restMs });
    const heardAt = await Promise.all(acknowledged.map(({ number }) => listeners.untilAllHave(number)));
    const fanOutMs = acknowledged.map(({ at }, place) => Math.max(0, (heardAt[place] ?? Infinity) - at));
    listeners.close();
    const missed = acknowledged.filter((_, place) => heardAt[place] === undefined);
    return {
      done: { streams, "changes heard": acknowledged.length - missed.length },
      measured: [
        `${kilobytesPerStream.toFixed(1)} KB of the shop's memory for each stream`,
        `from the reply to the last listener: ${spread(fanOutMs)}`,
        `the list, read alone: ${spread(alone)}`,
        `the list, read beside streams: ${spread(beside)}`,
        `the list, read beside changes: ${spread(readsMs)}`,
      ].join("\n"),
      faults: missed.map(
        ({ number }) => `Change ${number} did not come to all listeners within ${patienceMs / 1_000} s.`,
      ),
    };
  },
});

/** The time on a clock that all threads share. */
const now = () => performance.timeOrigin + performance.now();

class Listeners {
  readonly #sockets: Socket[] = [];
  readonly #arrivals = new Map<number, { count: number; all: PromiseWithResolvers<number> }>();

  static async open(url: string, count: number): Promise<Listeners> {
    const listeners = new Listeners();
    for (let opened = 0; opened < count; opened += openedAtOnce) {
      const more = Math.min(openedAtOnce, count - opened);
      await Promise.all(Array.from({ length: more }, (_, place) => listeners.#openOne(url, opened + place)));
    }
    return listeners;
  }

  /** When the last listener had this change; undefined if one did not get it in time. */
  async untilAllHave(number: number): Promise<number | undefined> {
    return Promise.race([this.#of(number).all.promise, delay(patienceMs, undefined, { ref: false })]);
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async #openOne(url: string, place: number): Promise<void> {
    const { hostname, port, host } = new URL(url);
    const group = Math.floor(place / streamsOfAddress) + 1;
    const localAddress = `127.0.${Math.floor(group / 250)}.${(group % 250) + 1}`;
    const socket = connect({ host: hostname, port: Number(port), localAddress });
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    socket.on("error", reject);
    socket.on("data", (bytes) => {
      const text = bytes.toString("latin1");
      if (text.includes("event: begin")) resolve();
      if (/^HTTP\/1.1 [^2]/.test(text)) reject(new Error(text));
      for (const [, number] of text.matchAll(/^id: (\d+)\ndata/gm)) this.#noteArrival(Number(number));
    });
    socket.write(`GET /-/changes/stream HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
    this.#sockets.push(socket);
    await promise;
  }

  #noteArrival(number: number): void {
    const of = this.#of(number);
    of.count += 1;
    if (of.count === this.#sockets.length) of.all.resolve(now());
  }

  #of(number: number) {
    const arrivals = this.#arrivals.get(number) ?? { count: 0, all: Promise.withResolvers<number>() };
    this.#arrivals.set(number, arrivals);
    return arrivals;
  }
}

type Work = Readonly<{ changes: number; forMs: number }>;
type Worked = Readonly<{
  acknowledged: readonly Readonly<{ number: number; at: number }>[];
  readsMs: readonly number[];
}>;

/** Reads and writes in its own thread, so that the listeners do not delay its measurements. */
class Visitor implements Disposable {
  readonly #worker: Worker;

  constructor(url: string) {
    this.#worker = new Worker(new URL(import.meta.url), { workerData: url });
  }

  work(work: Work): Promise<Worked> {
    const { promise, resolve, reject } = Promise.withResolvers<Worked>();
    this.#worker.once("message", resolve);
    this.#worker.once("error", reject);
    this.#worker.postMessage(work, []);
    return promise;
  }

  [Symbol.dispose]() {
    void this.#worker.terminate();
  }
}

/** Reads the list again and again, and makes changes with pauses of `forMs` between them. */
async function visit(url: string, { changes, forMs }: Work): Promise<Worked> {
  const readsMs: number[] = [];
  const acknowledged: { number: number; at: number }[] = [];
  await using reading = repeat(async () => {
    const started = performance.now();
    await send(url, "GET", "/coffee");
    readsMs.push(performance.now() - started);
  }, 1);
  await delay(forMs);
  for (let made = 0; made < changes; made++) {
    const { receipt } = await send(url, "POST", "/coffee", { name: `${made}` });
    acknowledged.push({ number: receipt?.number ?? NaN, at: now() });
    await delay(forMs);
  }
  await reading.stop();
  return { acknowledged, readsMs };
}

function residentKilobytes({ processId }: SpawnedShop): number {
  return (readProcessTree(processId)?.residentBytes ?? NaN) / 1_024;
}

function spread(milliseconds: readonly number[]): string {
  const { p50, p99, worst } = latencyOf(milliseconds);
  const figures = `median ${p50.toFixed(1)} ms, 99 of 100 within ${p99.toFixed(1)} ms, worst ${worst.toFixed(1)} ms`;
  return `${figures} (${milliseconds.length} times)`;
}

if (!isMainThread) {
  parentPort?.on(
    "message",
    (work: Work) => void visit(String(workerData), work).then((worked) => parentPort?.postMessage(worked, [])),
  );
}
