import { readFile } from "node:fs/promises";
import { Agent, request } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { latencyOf } from "../../bench/figures/percentiles.ts";
import { sampleCoffees } from "../../catalogue/sample-coffees.ts";
import { bringUp, takeDown } from "./machines/bring-up.ts";
import { appMachines, databaseMachines, ports, proxyMachine, type Machine } from "./machines/machines.ts";
import { processIdsOn } from "./machines/network.ts";
import { checkMachine } from "./machines/packages.ts";
import { addCoffee } from "../kit/shop-client.ts";
import { spawnShop } from "../kit/spawned-shop.ts";
import { drill as define } from "../kit/drill.ts";

const connections = 16;
/** Linux's unit of processor time in /proc. */
const tickMs = 10;

export const drill = define({
  promise: "each layer of a cluster costs what docs/scaling.md says",
  help: `Brings a cluster up, and requests one coffee, an unchanged list, home and updates from a shop on SQLite, a node of the
cluster and its front, with one client and with ${connections}. Prints how long one client waits, and the processor time that a
request costs each program. Linux only, as root.`,
  options: {
    seconds: { default: 5, help: "for each kind of request" },
    install: { default: 0, help: "1 gets missing packages from Debian" },
  },
  short: [],
  async run({ seconds, install }, _onProgress, signal) {
    await checkMachine(install === 1);
    return { done: {}, measured: await measure(seconds, signal), faults: [] };
  },
});

type Way = Readonly<{ name: string; url: string; parts: readonly Part[] }>;
/** One of the programs that share the work, and its processes. */
type Part = Readonly<{ name: string; processIds: () => Promise<readonly number[]> }>;
type Ask = Readonly<{
  name: string;
  method: "GET" | "PUT";
  path: (id: string) => string;
  headers: Record<string, string>;
}>;

const asks: readonly Ask[] = [
  { name: "one coffee", method: "GET", path: (id) => `/coffee/${id}`, headers: {} },
  { name: "list, unchanged (304)", method: "GET", path: () => "/coffee", headers: { "accept-encoding": "br" } },
  { name: "home", method: "GET", path: () => "/", headers: { "accept-encoding": "br" } },
  { name: "update", method: "PUT", path: (id) => `/coffee/${id}`, headers: { "content-type": "application/json" } },
];

async function measure(seconds: number, signal: AbortSignal): Promise<string> {
  const directory = await bringUp(undefined, signal);
  try {
    await using alone = await spawnShop();
    const database = partOf("database", databaseMachines);
    const [first] = appMachines;
    if (!first) throw new Error("There is no node.");
    const ways: readonly Way[] = [
      { name: "SQLite", url: alone.url, parts: [{ name: "shop", processIds: async () => [alone.processId] }] },
      {
        name: "PostgreSQL",
        url: `http://${first.address}:${ports.app}`,
        parts: [partOf("shop", [first]), database],
      },
      {
        name: "front, two nodes",
        url: `http://${proxyMachine.address}:${ports.http}`,
        parts: [partOf("shop", appMachines), partOf("HAProxy", [proxyMachine]), database],
      },
    ];
    const rows = ["| asked | of | median | p99 | processor time for a request |\n| --- | --- | ---: | ---: | --- |"];
    for (const ask of asks) {
      for (const way of ways) {
        const ids = await add(way.url);
        const single = await askOn(way.url, ask, ids.slice(0, 1), seconds, signal);
        let count = 0;
        const busy = await spent(way, async () => {
          count = (await askOn(way.url, ask, ids, seconds, signal)).length;
        });
        // The cluster's processor time without requests is not a cost of the requests.
        const idle = await spent(way, () => delay(seconds * 1_000, undefined, { signal }));
        const costs = way.parts.map(({ name }, place) => {
          const spentMs = Math.max(0, (busy[place] ?? 0) - (idle[place] ?? 0));
          return `${name} ${((spentMs * 1_000) / count).toFixed(0)} µs`;
        });
        const { p50, p99 } = latencyOf(single);
        const times = [p50, p99].map((ms) => `${ms.toFixed(2)} ms`).join(" | ");
        rows.push(`| ${ask.name} | ${way.name} | ${times} | ${costs.join(", ")} |`);
      }
    }
    return rows.join("\n");
  } finally {
    await takeDown(directory);
  }
}

function partOf(name: string, some: readonly Machine[]): Part {
  return { name, processIds: async () => (await Promise.all(some.map(processIdsOn))).flat() };
}

/** Adds a coffee for each connection. */
async function add(url: string): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < connections) ids.push(await addCoffee(url, sampleCoffees[0] ?? {}));
  return ids;
}

/** Sends requests over a connection for each coffee, as fast as replies come. Resolves to the milliseconds of each. */
async function askOn(
  url: string,
  ask: Ask,
  ids: readonly string[],
  seconds: number,
  signal: AbortSignal,
): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: ids.length });
  const until = performance.now() + seconds * 1_000;
  const times: number[] = [];
  let tag = "";
  const askAgain = async (id: string): Promise<void> => {
    for (let round = 0; performance.now() < until; round += 1) {
      signal.throwIfAborted();
      const from = performance.now();
      const headers = ask.path(id) === "/coffee" && tag !== "" ? { ...ask.headers, "if-none-match": tag } : ask.headers;
      const body = ask.method === "PUT" ? JSON.stringify({ ...sampleCoffees[0], details: `${round} ${from}` }) : "";
      tag = await send(agent, url + ask.path(id), ask.method, headers, body);
      times.push(performance.now() - from);
    }
  };
  await Promise.all(ids.map(askAgain));
  agent.destroy();
  return times;
}

/** Resolves to the reply's ETag once the body is read. */
function send(
  agent: Agent,
  url: string,
  method: string,
  headers: Record<string, string>,
  body: string,
): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const length = body === "" ? {} : { "content-length": String(Buffer.byteLength(body)) };
  const outgoing = request(url, { agent, method, headers: { ...headers, ...length } }, (incoming) => {
    if ((incoming.statusCode ?? 500) >= 400) reject(new Error(`${method} ${url} was answered ${incoming.statusCode}.`));
    incoming.on("error", reject).on("end", () => resolve(incoming.headers.etag ?? ""));
    incoming.resume();
  });
  outgoing.on("error", reject).end(body);
  return promise;
}

/** The processor time that each part uses during `act`, in milliseconds. */
async function spent({ parts }: Way, act: () => Promise<void>): Promise<number[]> {
  const before = await Promise.all(parts.map(processorMs));
  await act();
  const after = await Promise.all(parts.map(processorMs));
  return after.map((ms, place) => ms - (before[place] ?? 0));
}

/** The processor time of a part's processes so far, in user and system mode, in milliseconds. */
async function processorMs({ processIds }: Part): Promise<number> {
  const ticks = (await processIds()).map(async (id) => {
    const fields = (await readFile(`/proc/${id}/stat`, "utf8").catch(() => "")).split(") ")[1]?.split(" ") ?? [];
    return Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
  });
  return (await Promise.all(ticks)).reduce((sum, each) => sum + each, 0) * tickMs;
}
