// Measures what each layer of a cluster costs: a shop on SQLite, a node on PostgreSQL, and two nodes behind HAProxy, one
// after the other. See docs/scaling.md.
import { readFile } from "node:fs/promises";
import { Agent, request } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { sampleCoffees } from "../catalogue/sample-coffees.ts";
import { Interrupted, interruptible } from "../cli/interruption.ts";
import { bringUp, takeDown } from "./cluster/bring-up.ts";
import { appMachines, databaseMachines, ports, proxyMachine, type Machine } from "./cluster/machines.ts";
import { processIdsOn } from "./cluster/network.ts";
import { checkMachine } from "./cluster/packages.ts";
import { spawnShop } from "./spawned-shop.ts";
import { misunderstood, readArguments } from "./read-arguments.ts";

const connections = 16;
/** Linux tells processor time in these. */
const tickMs = 10;

const helpText = `node scripts/cluster-costs.ts [--seconds 5] [--install]

Brings a cluster up, and asks a shop on SQLite, a node of the cluster and its front for one coffee, an unchanged list, home
and updates, each for so many seconds by one client and by ${connections}. Prints how long one client waits, and what processor
time a request costs whom. Linux only, as root; --install gets missing packages from Debian.`;

type Way = Readonly<{ name: string; url: string; parts: readonly Part[] }>;
/** What shares the work, and the processes that it is. */
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

async function measure(seconds: number, signal: AbortSignal): Promise<void> {
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
    console.log("| asked | of | median | p99 | processor time for a request |\n| --- | --- | ---: | ---: | --- |");
    for (const ask of asks) {
      for (const way of ways) {
        const ids = await add(way.url);
        const single = await askOn(way.url, ask, ids.slice(0, 1), seconds, signal);
        let count = 0;
        const busy = await spent(way, async () => {
          count = (await askOn(way.url, ask, ids, seconds, signal)).length;
        });
        // What a cluster spends on looking after itself is not the requests'.
        const idle = await spent(way, () => delay(seconds * 1_000, undefined, { signal }));
        const costs = way.parts.map(({ name }, place) => {
          const spentMs = Math.max(0, (busy[place] ?? 0) - (idle[place] ?? 0));
          return `${name} ${((spentMs * 1_000) / count).toFixed(0)} µs`;
        });
        const [median, worst] = [quantile(single, 0.5), quantile(single, 0.99)].map((ms) => `${ms.toFixed(2)} ms`);
        console.log(`| ${ask.name} | ${way.name} | ${median} | ${worst} | ${costs.join(", ")} |`);
      }
    }
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
  while (ids.length < connections) {
    const headers = { "content-type": "application/json" };
    const reply = await fetch(`${url}/coffee`, { method: "POST", headers, body: JSON.stringify(sampleCoffees[0]) });
    const { insertedId }: { insertedId: string } = await reply.json();
    ids.push(insertedId);
  }
  return ids;
}

/** Asks over one connection for each coffee, as fast as it is answered. Resolves to the milliseconds of each request. */
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
  let held = "";
  const askAgain = async (id: string): Promise<void> => {
    for (let round = 0; performance.now() < until; round += 1) {
      signal.throwIfAborted();
      const from = performance.now();
      const headers =
        ask.path(id) === "/coffee" && held !== "" ? { ...ask.headers, "if-none-match": held } : ask.headers;
      const body = ask.method === "PUT" ? JSON.stringify({ ...sampleCoffees[0], details: `${round} ${from}` }) : "";
      held = await send(agent, url + ask.path(id), ask.method, headers, body);
      times.push(performance.now() - from);
    }
  };
  await Promise.all(ids.map(askAgain));
  agent.destroy();
  return times;
}

/** Resolves to the tag of the reply, once it has been read. */
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

/** The processor time that each part uses while something is done, in milliseconds. */
async function spent({ parts }: Way, act: () => Promise<void>): Promise<number[]> {
  const before = await Promise.all(parts.map(processorMs));
  await act();
  const after = await Promise.all(parts.map(processorMs));
  return after.map((ms, place) => ms - (before[place] ?? 0));
}

/** What the processes of a part have used so far, in user mode and in the system. */
async function processorMs({ processIds }: Part): Promise<number> {
  const ticks = (await processIds()).map(async (id) => {
    const fields = (await readFile(`/proc/${id}/stat`, "utf8").catch(() => "")).split(") ")[1]?.split(" ") ?? [];
    return Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
  });
  return (await Promise.all(ticks)).reduce((sum, each) => sum + each, 0) * tickMs;
}

function quantile(times: readonly number[], part: number): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length * part)] ?? Number.NaN;
}

async function main(): Promise<void> {
  const { seconds, install } = readArguments(helpText, {
    options: {
      seconds: { type: "string", default: "5" },
      install: { type: "boolean", default: false },
    },
  }).values;
  if (!(Number(seconds) > 0)) misunderstood(helpText, "--seconds must be a number above 0.");
  await checkMachine(install);
  await interruptible((signal) => measure(Number(seconds), signal));
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = error instanceof Interrupted ? error.exitCode : 1;
}
