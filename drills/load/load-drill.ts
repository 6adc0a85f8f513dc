import { execFileSync } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import { readProcessTree } from "../../bench/machine/process-tree.ts";
import { exchangeBytes, openConnection } from "../kit/exchange-bytes.ts";
import { hostileRequests } from "../hostile/requests/families.ts";
import { addedId, faultsOf, offence } from "../hostile/requests/run.ts";
import { judgeMemory, sparkline } from "./memory-verdict.ts";
import { seededRandom } from "../../test/seeded-random.ts";
import { listCoffees, send } from "../kit/shop-client.ts";
import { spawnShop, type SpawnedShop } from "../kit/spawned-shop.ts";
import { drill as define } from "../kit/drill.ts";

const sampleEveryMs = 1_000;
const patienceMs = 10_000;
/** How long each kind of client pauses between calls, so that the load is even and the machine can do other work. */
const restMs = { reader: 50, writer: 50, attacker: 25, idler: 1_000 };
const clients = { readers: 4, writers: 2, attackers: 4 };
const slowConnections = 20;
const idleConnections = 100;

/** How much memory may grow between the judged parts of a run: more than between collections, less than with a leak. */
const growthAtMostMegabytes = { resident: 40, heap: 15 };
const megabyte = 1_048_576;
const pictureWidth = 60;

export const drill = define({
  promise: "a shop under a mixed load answers each call as it must, and its memory stays where it is",
  help: `Loads its own shop with readers, writers, hostile requests, slow and idle connections, and watches the shop's memory. It
fails if memory kept growing or a call was not answered as it must be.`,
  options: {
    seconds: { default: 600, help: "how long" },
    seed: { default: 1, help: "of the hostile requests" },
    memory: { default: 1, help: "0 does not judge memory, for a run that ends before the shop is warm" },
  },
  short: [{ seconds: 5, memory: 0 }],
  async run({ seconds, seed, memory: judged }, onProgress) {
    const heap: number[] = [];
    const resident: number[] = [];
    const offences: string[] = [];
    const calls = { ...noCalls };
    const hear = (message: unknown) => heap.push(heapBytesIn(message) / megabyte);
    await using shop = await spawnShop({ preload: new URL("./tell-memory.ts", import.meta.url), onMessage: hear });
    const work: Load = { shop, calls, offences, isOver: () => resident.length >= seconds };
    const working = startClients(work, seed);
    while (!work.isOver()) {
      await delay(sampleEveryMs);
      resident.push(residentBytes(shop.processId) / megabyte);
      onProgress(resident.length, seconds);
    }
    await working;
    const memory = [judge("resident", resident), judge("heap", heap)];
    return {
      done: calls,
      measured: memory.map(({ line }) => line).join("\n"),
      faults: [...offences, ...shop.complaints, ...(judged === 1 ? memory.flatMap(({ fault }) => fault ?? []) : [])],
    };
  },
});

const noCalls = { reads: 0, writes: 0, "hostile requests": 0, "slow connections": 0, "idle connections": 0 };

type Load = Readonly<{
  shop: SpawnedShop;
  calls: typeof noCalls;
  offences: string[];
  isOver: () => boolean;
}>;

async function startClients(load: Load, seed: number): Promise<void> {
  const ids = (await listCoffees(load.shop.url)).map(({ _id }) => _id);
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
    const ofCoffee = [`/coffee/${pick(ids)}`, `/coffee-details/${pick(ids)}`];
    const path = pick(["/", "/coffee", "/nowhere", "/favicon.svg", ...ofCoffee]);
    const headers = { "accept-encoding": pick(["br", "zstd", "gzip", "identity"]) };
    const { status } = await send(shop.url, "GET", path, undefined, headers);
    if (status >= 500) offences.push(`GET ${path} was answered ${status}.`);
    calls.reads += 1;
    await delay(restMs.reader);
  }
}

/** Adds a coffee, replaces it and deletes it again, so that the catalogue stays as large as it was. */
async function writeOn({ shop, calls, offences, isOver }: Load): Promise<void> {
  const write = async (method: string, path: string, body: object = {}) => {
    const { isOk, status, text } = await send(shop.url, method, path, body);
    if (!isOk) offences.push(`${method} ${path} was answered ${status}.`);
    calls.writes += 1;
    const { insertedId = "" }: { insertedId?: string } = JSON.parse(text);
    return insertedId;
  };
  while (!isOver()) {
    const id = await write("POST", "/coffee", { name: "Passing by", details: "d".repeat(9_000) });
    await write("PUT", `/coffee/${id}`, { name: "Still here" });
    await write("DELETE", `/coffee/${id}`);
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

/** Holds some connections that send letter by letter, and replaces those that the shop has ended. */
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

/** Holds some idle connections, and replaces a tenth of them each second. */
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

/** The resident memory of a process: from /proc on Linux, elsewhere from `ps`. */
function residentBytes(processId: number): number {
  const kilobytes = () => execFileSync("ps", ["-o", "rss=", "-p", String(processId)], { encoding: "utf8" });
  return readProcessTree(processId)?.residentBytes ?? Number(kilobytes()) * 1_024;
}

function judge(kind: keyof typeof growthAtMostMegabytes, samples: readonly number[]) {
  const most = growthAtMostMegabytes[kind];
  const { early, late, isBounded } = judgeMemory(samples, most);
  const range = `${Math.min(...samples).toFixed(0)} to ${Math.max(...samples).toFixed(0)} MB`;
  const medians = `medians ${early.toFixed(1)} MB early and ${late.toFixed(1)} MB late`;
  const line = `${kind.padEnd(9)}${sparkline(samples, pictureWidth)} ${range}, ${medians}`;
  return { line, fault: isBounded ? undefined : `The ${kind} memory grew by more than ${most} MB.` };
}
