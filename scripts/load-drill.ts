// Loads a shop for minutes with readers, writers, hostile requests, slow and idle connections, and watches its memory:
// once it is warm, it must stay where it is. See docs/security.md.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import type { Coffee } from "../catalogue/coffee.ts";
import { exchangeBytes, openConnection } from "./exchange-bytes.ts";
import { hostileRequests } from "./hostile-families.ts";
import { addedId, faultsOf, offence } from "./hostile-run.ts";
import { judgeMemory, sparkline } from "./memory-verdict.ts";
import { seededRandom } from "../catalogue/seeded-random.ts";
import { spawnShop, type SpawnedShop } from "./spawned-shop.ts";
import { misunderstood, readArguments } from "./read-arguments.ts";

const sampleEveryMs = 1_000;
const patienceMs = 10_000;
/** How long each kind of client rests between two calls, so that the load is even and the machine can do other work. */
const restMs = { reader: 50, writer: 50, attacker: 25, idler: 1_000 };
const clients = { readers: 4, writers: 2, attackers: 4 };
const slowConnections = 20;
const idleConnections = 100;

/** What memory may grow by between the judged parts of a run: more than the collector's ups and downs, less than a leak. */
const growthAtMostMegabytes = { resident: 40, heap: 15 };
const megabyte = 1_048_576;
const pictureWidth = 60;

const helpText = `node scripts/load-drill.ts [--minutes 10] [--seed 1]

Loads a shop of its own for so long with readers, writers, hostile requests, slow and idle connections. Prints how much
memory it took, and ends with 1 where that kept growing or a call was not answered as it must be.`;

export type LoadDrill = Readonly<{
  calls: Readonly<Record<"reads" | "writes" | "hostile requests" | "slow connections" | "idle connections", number>>;
  /** In megabytes, one for each second. */
  resident: readonly number[];
  heap: readonly number[];
  offences: readonly string[];
}>;

/** Runs the drill for so many seconds. `onSample` hears of each second. */
export async function loadDrill(
  seconds: number,
  seed: number,
  onSample: (done: number) => void = () => {},
): Promise<LoadDrill> {
  const heap: number[] = [];
  const resident: number[] = [];
  const offences: string[] = [];
  const calls = { reads: 0, writes: 0, "hostile requests": 0, "slow connections": 0, "idle connections": 0 };
  const hear = (message: unknown) => heap.push(heapBytesIn(message) / megabyte);
  await using shop = await spawnShop({ preload: new URL("./tell-memory.ts", import.meta.url), onMessage: hear });
  const load: Load = { shop, calls, offences, isOver: () => resident.length >= seconds };
  const working = startClients(load, seed);
  while (!load.isOver()) {
    await delay(sampleEveryMs);
    resident.push(residentBytes(shop.processId) / megabyte);
    onSample(resident.length);
  }
  await working;
  return { calls, resident, heap, offences: [...offences, ...shop.complaints] };
}

type Load = Readonly<{
  shop: SpawnedShop;
  calls: Record<keyof LoadDrill["calls"], number>;
  offences: string[];
  isOver: () => boolean;
}>;

async function startClients(load: Load, seed: number): Promise<void> {
  const coffees: Coffee[] = await (await fetch(`${load.shop.url}/coffee`)).json();
  const ids = coffees.map(({ _id }) => _id);
  await Promise.all([
    ...Array.from({ length: clients.readers }, (_, at) => readOn(load, ids, seed + at)),
    ...Array.from({ length: clients.writers }, () => writeOn(load)),
    ...Array.from({ length: clients.attackers }, (_, at) => attackOn(load, ids, seed + at)),
    dawdleOn(load),
    idleOn(load),
  ]);
}

async function readOn({ shop, calls, offences, isOver }: Load, ids: readonly string[], seed: number): Promise<void> {
  const { pick } = seededRandom(seed);
  while (!isOver()) {
    const path = pick([
      "/",
      "/coffee",
      `/coffee/${pick(ids)}`,
      `/coffee-details/${pick(ids)}`,
      "/nowhere",
      "/favicon.svg",
    ]);
    const headers = { "accept-encoding": pick(["br", "zstd", "gzip", "identity"]) };
    const reply = await fetch(shop.url + path, { headers });
    await reply.arrayBuffer();
    if (reply.status >= 500) offences.push(`GET ${path} was answered ${reply.status}.`);
    calls.reads += 1;
    await delay(restMs.reader);
  }
}

/** Adds a coffee, replaces it and deletes it again, so that the catalogue stays as large as it was. */
async function writeOn({ shop, calls, offences, isOver }: Load): Promise<void> {
  const send = async (method: string, path: string, body: object = {}) => {
    const headers = { "content-type": "application/json" };
    const reply = await fetch(shop.url + path, { method, headers, body: JSON.stringify(body) });
    if (!reply.ok) offences.push(`${method} ${path} was answered ${reply.status}.`);
    calls.writes += 1;
    const { insertedId = "" }: { insertedId?: string } = await reply.json();
    return insertedId;
  };
  while (!isOver()) {
    const id = await send("POST", "/coffee", { name: "Passing by", details: "d".repeat(9_000) });
    await send("PUT", `/coffee/${id}`, { name: "Still here" });
    await send("DELETE", `/coffee/${id}`);
    await delay(restMs.writer);
  }
}

async function attackOn({ shop, calls, offences, isOver }: Load, ids: readonly string[], seed: number): Promise<void> {
  const requests = hostileRequests(seededRandom(seed), ids);
  while (!isOver()) {
    const [family, request] = requests.next().value;
    const { afterwards } = request;
    const exchange = await exchangeBytes(shop.url, request.pieces, { afterwards, patienceMs });
    const faults = faultsOf(request, exchange);
    if (faults.length > 0) offences.push(offence(family, request, faults));
    const id = addedId(exchange);
    if (id) await fetch(`${shop.url}/coffee/${id}`, { method: "DELETE" });
    calls["hostile requests"] += 1;
    await delay(restMs.attacker);
  }
}

/** Always some connections that send letter by letter; those that were cut off are followed by others. */
async function dawdleOn({ shop, calls, isOver }: Load): Promise<void> {
  const head = "POST /coffee HTTP/1.1\r\nHost: shop.example\r\nContent-Type: application/json\r\n";
  const starts = [`${head}X-Slow: `, `${head}Content-Length: 60000\r\n\r\n`, "GET /coffee HTTP/1.1\r\nX: "];
  let open: Awaited<ReturnType<typeof openConnection>>[] = [];
  while (!isOver()) {
    open = open.filter((socket) => !socket.destroyed && !socket.readableEnded);
    while (open.length < slowConnections) {
      const socket = await openConnection(shop.url);
      socket.resume();
      socket.write(starts[open.length % starts.length] ?? "");
      open.push(socket);
      calls["slow connections"] += 1;
    }
    for (const socket of open) socket.write("a");
    await delay(restMs.idler);
  }
  for (const socket of open) socket.destroy();
}

/** Always some connections that say nothing; a tenth of them leaves each second, and others come. */
async function idleOn({ shop, calls, isOver }: Load): Promise<void> {
  const open: Awaited<ReturnType<typeof openConnection>>[] = [];
  while (!isOver()) {
    for (const socket of open.splice(0, idleConnections / 10)) socket.destroy();
    while (open.length < idleConnections) {
      open.push(await openConnection(shop.url));
      calls["idle connections"] += 1;
    }
    await delay(restMs.idler);
  }
  for (const socket of open) socket.destroy();
}

function heapBytesIn(message: unknown): number {
  return typeof message === "object" && message !== null ? Number(Reflect.get(message, "heapBytes")) : Number.NaN;
}

/** What a process holds of the machine's memory: from Linux's own account, elsewhere from `ps`. */
function residentBytes(processId: number): number {
  const kilobytes =
    process.platform === "linux"
      ? /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${processId}/status`, "utf8"))?.[1]
      : execFileSync("ps", ["-o", "rss=", "-p", String(processId)], { encoding: "utf8" });
  return Number(kilobytes) * 1_024;
}

function report({ calls, resident, heap, offences }: LoadDrill): boolean {
  for (const each of offences) console.error(each);
  console.log(
    `\n${Object.entries(calls)
      .map(([kind, count]) => `${count} ${kind}`)
      .join(", ")}`,
  );
  const verdicts = (["resident", "heap"] as const).map((kind) => {
    const samples = kind === "resident" ? resident : heap;
    const { early, late, isBounded } = judgeMemory(samples, growthAtMostMegabytes[kind]);
    const [least, most] = [Math.min(...samples).toFixed(0), Math.max(...samples).toFixed(0)];
    console.log(`${kind.padEnd(9)}${sparkline(samples, pictureWidth)} ${least} to ${most} MB`);
    const growth = `${early.toFixed(1)} MB early, ${late.toFixed(1)} MB late; at most ${growthAtMostMegabytes[kind]} MB more is let pass`;
    console.log(`         ${isBounded ? "bounded" : "GROWING"}: medians of ${growth}`);
    return isBounded;
  });
  return verdicts.every((isBounded) => isBounded) && offences.length === 0;
}

async function main(): Promise<void> {
  const { minutes, seed } = readArguments(helpText, {
    options: {
      minutes: { type: "string", default: "10" },
      seed: { type: "string", default: "1" },
    },
  }).values;
  if (!(Number(minutes) > 0) || !/^\d+$/.test(seed))
    misunderstood(helpText, "--minutes must be a number above 0, and --seed a whole number.");
  const seconds = Math.ceil(Number(minutes) * 60);
  const drill = await loadDrill(seconds, Number(seed), (done) => {
    if (process.stdout.isTTY) process.stdout.write(`\r${done} of ${seconds} seconds `);
    else if (done % 60 === 0) console.log(`${done / 60} of ${minutes} minutes`);
  });
  process.exitCode = report(drill) ? 0 : 1;
}

if (import.meta.main) await main();
