import { BoundSocket } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { latencyOf } from "../../bench/figures/percentiles.ts";
import { newTestPlace } from "../../test/test-place.ts";
import { drill as define } from "../kit/drill.ts";
import { spawnShop, type SpawnedShop } from "../kit/spawned-shop.ts";
import { UnforgivingVisitors, type Answered } from "../kit/unforgiving-visitors.ts";
import { verifyFaults } from "../kit/verify.ts";

export const drill = define({
  promise: "a new process takes over an open shop's socket, and no request of a visitor fails",
  help: `Keeps a socket, as a service manager does, and opens a shop on it. Then it opens a second process of the same shop on the
same socket and ends the first, again and again. Visitors read and write meanwhile, over connections that stay open and
over new ones, and follow changes. None tries again: each request that is refused, cut or answered with an error is a
fault, and so is each acknowledged write that a later reply or the log does not show.`,
  options: {
    takeovers: { default: 10, help: "takeovers, one after the other" },
    writes: { default: 200, help: "writes a second, in multiples of 20" },
    reads: { default: 200, help: "reads a second, in multiples of 20" },
    streams: { default: 20, help: "streams of changes that are followed" },
    rest: { default: 2_000, help: "milliseconds between takeovers" },
  },
  short: [{ takeovers: 2, writes: 40, reads: 40, streams: 4, rest: 200 }],
  async run({ takeovers, rest, ...rates }, onProgress, signal) {
    await using place = await newTestPlace();
    using socket = new BoundSocket({ host: "127.0.0.1" });
    const environment = { DATABASE_URL: place.databaseUrl };
    const open = () => spawnShop({ directory: place.directory, environment, socket: socket.fd() });
    const shops = [await open()];
    const faults: string[] = [];
    const times: Takeover[] = [];
    const [{ url } = { url: "" }] = shops;
    const visitors = new UnforgivingVisitors([url], rates);
    try {
      for (let number = 1; number <= takeovers; number += 1) {
        await delay(rest, undefined, { signal });
        times.push(await takeOver(shops, open, faults));
        onProgress(number, takeovers);
      }
      await delay(rest, undefined, { signal });
      await visitors.stop();
    } finally {
      await visitors[Symbol.asyncDispose]();
      for (const shop of shops) await shop.close();
    }
    for (const shop of shops) faults.push(...shop.complaints);
    faults.push(...visitors.faults, ...(await verifyFaults(place, visitors.receipts)));
    return {
      done: {
        takeovers,
        requests: visitors.answered.length,
        "acknowledged writes": visitors.receipts.length,
        ...(rates.streams > 0 && { "streams that came back": visitors.reconnections }),
      },
      measured: describe(visitors, times),
      faults,
    };
  },
});

/** When a takeover began, when the new process was open, and when the old one had ended, by `performance.now()`. */
type Takeover = Readonly<{ from: number; openAt: number; to: number }>;

/** Opens another process on the socket and ends the one before. `shops` then has both. */
async function takeOver(shops: SpawnedShop[], open: () => Promise<SpawnedShop>, faults: string[]): Promise<Takeover> {
  const from = performance.now();
  const old = shops.at(-1);
  shops.push(await open());
  const openAt = performance.now();
  const exitCode = await old?.close();
  if (exitCode !== 0) faults.push(`The process that was replaced ended with exit code ${exitCode}.`);
  return { from, openAt, to: performance.now() };
}

function describe({ answered, olderThanSeenMs, reloads }: UnforgivingVisitors, times: readonly Takeover[]): string {
  const isDuring = ({ at, tookMs }: Answered) => times.some(({ from, to }) => at + tookMs > from && at < to);
  const lines = [...Map.groupBy(answered, ({ kind }) => kind)].map(([kind, all]) => {
    const during = latencyOf(all.filter(isDuring).map(({ tookMs }) => tookMs));
    const between = latencyOf(all.filter((each) => !isDuring(each)).map(({ tookMs }) => tookMs));
    return `${kind}: ${all.length}; median and longest ${milliseconds(during)} during takeovers, ${milliseconds(between)} between them`;
  });
  const opening = latencyOf(times.map(({ from, openAt }) => openAt - from));
  const ending = latencyOf(times.map(({ openAt, to }) => to - openAt));
  const older = olderThanSeenMs.length === 0 ? "" : `, by at most ${latencyOf(olderThanSeenMs).worst.toFixed(1)} ms`;
  return [
    ...lines,
    `until the new process was open ${milliseconds(opening)}, until the old one had ended ${milliseconds(ending)}`,
    `${reloads} streams were told to load the list again`,
    `${olderThanSeenMs.length} reads were older than one that had ended before${older}`,
  ].join("\n");
}

function milliseconds({ p50, worst }: ReturnType<typeof latencyOf>): string {
  return `${p50.toFixed(1)} and ${worst.toFixed(1)} ms`;
}
