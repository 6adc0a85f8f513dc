// Sends a shop thousands of requests that no good client would send, and looks for a reply that is not right, a hang, a
// crash, a word in the shop's log, the text of a file, or a coffee that should not have changed. See docs/security.md.
import { parseArgs } from "node:util";
import { emptyFields, type Coffee } from "../catalogue/coffee.ts";
import { exchangeBytes, openConnection, type Exchange } from "./exchange-bytes.ts";
import { hostileRequests } from "./hostile-families.ts";
import type { HostileRequest } from "./hostile-request.ts";
import { seededRandom } from "./seeded-random.ts";
import { spawnShop } from "./spawned-shop.ts";

const patienceMs = 10_000;
const atOnce = 16;
const idleConnections = 2_000;
/** Every so many requests, a visitor of good manners must be served. */
const visitEvery = 200;

/** What a reply can only hold if a file, or the inside of the process, came out with it. */
const leaks = [
  "root:x:0:",
  '"devDependencies"',
  "SQLite format 3",
  "[core]",
  "node:internal",
  "node_modules",
  "\n    at ",
];

const helpText = `node scripts/hostile-requests.ts [--count 5000] [--seed 1] [--url http://127.0.0.1:3000]

Sends that many hostile requests to a shop of its own, or to the running one at --url, and to no other than your own:
good requests among them add coffees that stay. The same seed sends the same requests. Ends with 1 where one was not
answered as it must be, and prints its bytes.

With --url the log is not read, and the shop needs WRITE_LIMIT=off and no other visitors.`;

export type HostileRun = Readonly<{
  /** How often each status came, by family. "none" stands for a connection that just ended. */
  table: ReadonlyMap<string, ReadonlyMap<string, number>>;
  added: number;
  /** One for each thing that was not right, with the bytes that led to it. */
  offences: readonly string[];
}>;

/** A shop to be attacked; what it says meanwhile is in `complaints`, and nothing should be. */
export type Target = Readonly<{ url: string; complaints: readonly string[] }>;

/** Sends `count` requests of a seed. `onRequest` hears of each. */
export async function runHostileRequests(
  { url, complaints }: Target,
  count: number,
  seed: number,
  onRequest: (done: number) => void = () => {},
): Promise<HostileRun> {
  const before = await listOf(url);
  const kept = new Map(before.map((coffee) => [coffee._id, coffee]));
  const requests = hostileRequests(seededRandom(seed), [...kept.keys()]);
  const table = new Map<string, Map<string, number>>();
  const offences: string[] = [];
  let [begun, done, heard] = [0, 0, complaints.length];

  const sendOn = async () => {
    while (begun < count) {
      begun += 1;
      const [family, request] = requests.next().value;
      const exchange = await exchangeBytes(url, request.pieces, { afterwards: request.afterwards, patienceMs });
      const counts = table.get(family) ?? new Map<string, number>();
      table.set(family, counts);
      const outcome =
        exchange.statuses.length === 0
          ? "none"
          : [...new Set(exchange.statuses)].toSorted((one, other) => one - other).join("+");
      counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
      const faults = faultsOf(request, exchange);
      for (const complaint of complaints.slice(heard)) faults.push(`about then, the shop said: ${complaint}`);
      heard = complaints.length;
      if (faults.length > 0) offences.push(offence(family, request, faults));
      if (request.adds) note(kept, request, exchange);
      done += 1;
      onRequest(done);
      if (done % visitEvery === 0) offences.push(...(await visit(url)));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, sendOn));
  offences.push(...(await visit(url)), ...differences(kept, await listOf(url)));
  offences.push(...complaints.slice(heard).map((complaint) => `At the end the shop said: ${complaint}`));
  return { table, added: kept.size - before.length, offences };
}

/** What is wrong with what came of a request; empty where all is as it must be. */
export function faultsOf(
  { expected, replies, afterwards }: HostileRequest,
  { statuses, isEnded, received }: Exchange,
): string[] {
  const faults: string[] = [];
  if (!isEnded) faults.push(`no end within ${patienceMs / 1_000} seconds, after the replies ${statuses.join()}`);
  const wrong = statuses.filter((status) => !expected.includes(status));
  if (wrong.length > 0) faults.push(`answered ${wrong.join()}, and only ${expected.join()} is right`);
  if (afterwards !== "leave" && (statuses.length < replies.least || statuses.length > replies.most)) {
    faults.push(`${statuses.length} replies instead of ${replies.least} to ${replies.most}`);
  }
  for (const leak of leaks) if (received.includes(leak)) faults.push(`the reply holds ${JSON.stringify(leak)}`);
  return faults;
}

/** A report of faults, with the exact bytes that led to them. */
export function offence(family: string, { pieces }: HostileRequest, faults: readonly string[]): string {
  const bytes = pieces.map((piece) => JSON.stringify(piece.toString("latin1"))).join(" then ");
  const shortened = bytes.replaceAll(/(.)\1{60,}/gs, (run, one: string) => `⟨${one} × ${run.length}⟩`);
  return `${family}: ${faults.join("; ")}. The bytes, one character each: ${shortened}`;
}

/** Takes down what a good request has added. */
function note(kept: Map<string, Coffee>, { adds }: HostileRequest, exchange: Exchange): void {
  const _id = addedId(exchange);
  if (_id) kept.set(_id, { _id, ...emptyFields, ...adds });
}

/** The id of the coffee that a request has added, where it did. */
export function addedId({ received }: Exchange): string | undefined {
  return /\r\nlocation: \/coffee\/([0-9a-f]{24})\r\n/i.exec(received)?.[1];
}

function differences(kept: ReadonlyMap<string, Coffee>, found: readonly Coffee[]): string[] {
  const foundTexts = new Map(found.map((coffee) => [coffee._id, JSON.stringify(coffee)]));
  const changed = [...kept].filter(([id, coffee]) => foundTexts.get(id) !== JSON.stringify(coffee));
  const strangers = [...foundTexts].filter(([id]) => !kept.has(id));
  return [
    ...changed.map(([id, coffee]) => `${id} is ${foundTexts.get(id)} and should be ${JSON.stringify(coffee)}`),
    ...strangers.map(([, text]) => `Nobody added ${text}`),
  ];
}

/** A visitor of good manners opens home and asks for the list. */
async function visit(url: string): Promise<string[]> {
  const replies = await Promise.all(
    ["/", "/coffee", "/-/ready"].map(async (path) => {
      const reply = await fetch(url + path, { signal: AbortSignal.timeout(patienceMs) });
      await reply.arrayBuffer();
      return reply.ok ? [] : [`A good request for ${path} was answered ${reply.status}.`];
    }),
  );
  return replies.flat();
}

async function listOf(url: string): Promise<Coffee[]> {
  return (await fetch(`${url}/coffee`)).json();
}

/** Holds 2,000 connections that say nothing, and visits the shop between them. */
export async function visitAmongIdle(url: string): Promise<string[]> {
  const sockets = await Promise.all(Array.from({ length: idleConnections }, () => openConnection(url)));
  const offences = await visit(url);
  for (const socket of sockets) socket.destroy();
  return offences;
}

/** How long the shop bears with clients that dawdle over headers and body, and what each may take at most. */
export async function dawdle(url: string): Promise<Readonly<{ name: string; seconds: number; most: number }>[]> {
  const head = "POST /coffee HTTP/1.1\r\nHost: shop.example\r\nContent-Type: application/json\r\n";
  const dawdlers = [
    { name: "a client that says nothing", start: "", drop: "", most: 45 },
    { name: "headers letter by letter", start: `${head}X-Slow: `, drop: "a", most: 45 },
    { name: "a body letter by letter", start: `${head}Content-Length: 60000\r\n\r\n`, drop: " ", most: 65 },
    { name: "a body that stops", start: `${head}Content-Length: 60000\r\n\r\n{`, drop: "", most: 65 },
  ];
  return Promise.all(
    dawdlers.map(async ({ name, start, drop, most }) => {
      const started = performance.now();
      const socket = await openConnection(url);
      const { promise: ended, resolve: end } = Promise.withResolvers<void>();
      for (const event of ["end", "close"]) socket.once(event, () => end());
      socket.resume();
      socket.write(start);
      const dripping = setInterval(() => socket.write(drop), 500);
      const patience = setTimeout(() => end(), most * 2_000);
      await ended;
      clearInterval(dripping);
      clearTimeout(patience);
      socket.destroy();
      return { name, seconds: (performance.now() - started) / 1_000, most };
    }),
  );
}

function printTable(table: HostileRun["table"]): void {
  for (const [family, counts] of table) {
    const sorted = [...counts].toSorted(([one], [other]) => one.localeCompare(other));
    console.log(`${family.padEnd(22)}${sorted.map(([status, count]) => `${status} × ${count}`).join(", ")}`);
  }
}

async function attack(target: Target, count: number, seed: number): Promise<string[]> {
  const dawdling = dawdle(target.url);
  const run = await runHostileRequests(target, count, seed, (done) => {
    if (process.stdout.isTTY && (done % 50 === 0 || done === count)) process.stdout.write(`\r${done} of ${count} `);
  });
  const amongIdle = await visitAmongIdle(target.url);
  console.log(`\nFamily and replies, of ${count} requests with seed ${seed}:`);
  printTable(run.table);
  console.log(`${run.added} coffees were added by good requests among them.`);
  console.log(`${idleConnections} idle connections: ${amongIdle.length === 0 ? "a visitor was served" : "no service"}`);
  const slow = await dawdling;
  for (const { name, seconds } of slow) console.log(`Cut off after ${seconds.toFixed(1)} s: ${name}`);
  const patient = slow.filter(({ seconds, most }) => seconds > most);
  return [...run.offences, ...amongIdle, ...patient.map(({ name, most }) => `Not cut off within ${most} s: ${name}`)];
}

async function main(): Promise<void> {
  const { count, seed, url, help } = parseArgs({
    options: {
      count: { type: "string", default: "5000" },
      seed: { type: "string", default: "1" },
      url: { type: "string" },
      help: { type: "boolean", short: "h" },
    },
  }).values;
  if (help || !/^[1-9]\d*$/.test(count) || !/^\d+$/.test(seed) || (url !== undefined && !URL.canParse(url))) {
    console.log(helpText);
    process.exitCode = help ? 0 : 2;
    return;
  }
  await using own = url === undefined ? await spawnShop() : undefined;
  const target = own ?? { url: new URL(url ?? "").origin, complaints: [] };
  const offences = await attack(target, Number(count), Number(seed));
  for (const each of offences) console.error(each);
  console.log(offences.length === 0 ? "Nothing was amiss." : `${offences.length} offences.`);
  process.exitCode = offences.length === 0 ? 0 : 1;
}

if (import.meta.main) await main();
