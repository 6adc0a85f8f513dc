import { once } from "node:events";
import { setTimeout as delay } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { latencyOf } from "../../bench/figures/percentiles.ts";
import { readProcessTree } from "../../bench/machine/process-tree.ts";
import { listCoffees } from "../kit/shop-client.ts";
import { spawnShop } from "../kit/spawned-shop.ts";
import { TestServer } from "../../test/servers/postgres-server.ts";
import { drill as defineDrill } from "../kit/drill.ts";
import { attackWith, moveNames } from "./attackers.ts";
import type { Visit } from "./visitors.ts";

const attackers = 64;
const heapMegabytes = 256;
const sampleEveryMs = 200;
const megabyte = 1_048_576;
const livePath = "/-/live";
const limits = { readsMs: 100, liveMs: 250, residentMegabytes: 400 };

export const drill = defineDrill({
  promise: "a shop under attack by many connections stays open, within its memory, and gives only correct replies",
  help: `Opens a shop with a heap of ${heapMegabytes} MB and the default limit of writes, and attacks it with ${attackers} connections that pipeline,
do not read, reset, forge hosts, ask odd queries, write large texts and undo at random. The shop must not end, answer
anything that is not right, or take more than ${limits.residentMegabytes} MB; 99 of 100 reads of others may take ${limits.readsMs} ms, and ${livePath} ${limits.liveMs} ms.`,
  options: {
    seconds: { default: 600, help: "how long" },
    seed: { default: 1, help: "which attack" },
    postgres: { default: 0, help: "1 for a shop in PostgreSQL, on a server of its own" },
    timed: { default: 1, help: "0 judges no times, for a machine that does other work" },
  },
  short: [{ seconds: 4, timed: 0 }],
  async run({ seconds, seed, postgres, timed }, onProgress) {
    await using server = postgres ? await TestServer.start(true) : undefined;
    const databaseUrl = await server?.newDatabase();
    const heap = { NODE_OPTIONS: `--max-old-space-size=${heapMegabytes}` };
    const environment = { WRITE_LIMIT: "300", ...heap, ...(databaseUrl && { DATABASE_URL: databaseUrl }) };
    await using shop = await spawnShop({ environment });
    const [{ _id: id } = { _id: "" }] = await listCoffees(shop.url);
    const visits: Visit[] = [];
    const paths = ["/", "/coffee", `/coffee/${id}`, `/coffee-details/${id}`, livePath];
    const visitors = new Worker(new URL("./visitors.ts", import.meta.url), {
      workerData: { url: shop.url, paths, id },
    });
    await once(visitors, "message"); // they are ready
    visitors.on("message", (visit: Visit) => visits.push(visit));
    const until = performance.now() + seconds * 1_000;
    const counts = new Map<string, number>();
    const wrongReplies = new Set<string>();
    let mostMegabytes = 0;
    const isOver = () => performance.now() > until || shop.complaints.length > 0;
    const attacking = attackWith(attackers, seed, { url: shop.url, isOver, counts, faults: wrongReplies });
    while (!isOver()) {
      mostMegabytes = Math.max(mostMegabytes, (readProcessTree(shop.processId)?.residentBytes ?? 0) / megabyte);
      onProgress(Math.floor(seconds - (until - performance.now()) / 1_000), seconds);
      await delay(sampleEveryMs);
    }
    await visitors.terminate();
    await attacking;
    const timesOf = (isLive: boolean) =>
      visits.filter(({ path }) => (path === livePath) === isLive).map(({ milliseconds }) => milliseconds);
    const { p99: readsMs } = latencyOf(timesOf(false));
    const { worst: slowestLiveMs } = latencyOf(timesOf(true));
    for (const { fault } of visits) if (fault) wrongReplies.add(fault);
    const faults = [...wrongReplies, ...shop.complaints.map((complaint) => `The shop said: ${complaint}`)];
    if (mostMegabytes > limits.residentMegabytes) faults.push(`The shop took ${mostMegabytes.toFixed(0)} MB.`);
    if (timed === 1 && readsMs > limits.readsMs) faults.push(`Of 100 reads, 99 took up to ${readsMs.toFixed(0)} ms.`);
    if (timed === 1 && slowestLiveMs > limits.liveMs) faults.push(`${livePath} took ${slowestLiveMs.toFixed(0)} ms.`);
    const measured = `at most ${mostMegabytes.toFixed(0)} MB, reads p99 ${readsMs.toFixed(0)} ms, ${livePath} at most ${slowestLiveMs.toFixed(0)} ms`;
    const done = Object.fromEntries(moveNames.map((name) => [name, counts.get(name) ?? 0]));
    return { done, measured, faults };
  },
});
