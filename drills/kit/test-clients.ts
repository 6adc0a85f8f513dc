// Visitors of a shop that is killed and cut meanwhile: each writes coffees of its own, and looks after every acknowledged
// write whether it can be seen, and whether anything is older than it was known to be.
import { setTimeout as delay } from "node:timers/promises";
import type { Version } from "../../catalogue/log/change.ts";
import { recordOf, textFields } from "../../catalogue/fields.ts";
import type { Coffee, CoffeeFields } from "../../catalogue/coffee.ts";
import { readReceipt, receiptHeader } from "../../catalogue/log/receipt.ts";
import type { SeededRandom } from "../../catalogue/seeded-random.ts";
import { halfDone, ShopHistory } from "./shop-history.ts";

const patienceMs = 30_000;
const restMs = 10;
const restAfterReadMs = 50;
const restAfterFailureMs = 50;
/** So that lists stay short. */
const coffeesOfOneVisitor = 6;

/** A way into the shop. */
export type Door = Readonly<{
  url: string;
  /** Whether a request of that moment may break or be answered by a proxy: somebody behind it has been hurt since. */
  mayFail: (askedAt: number) => boolean;
}>;

/** An acknowledged write. */
export type Acknowledged = Readonly<{ door: Door; sentAt: number; at: number }>;

/** What visitors did and found. */
export class Visits {
  readonly history = new ShopHistory();
  readonly acknowledged: Acknowledged[] = [];
  readonly receipts: Version[] = [];
  /** When reads were answered by a coffee or a list. */
  readonly readAt: number[] = [];
  readonly faults: string[] = [];
  readonly reads = { fresh: 0, aged: 0, unanswered: 0 };
  readonly writes = { refused: 0, unknown: 0 };
  oldestSeconds = 0;
  #texts = 0;

  nextText(): string {
    this.#texts += 1;
    return `text ${this.#texts}`;
  }
}

export type VisitorOptions = Readonly<{
  visits: Visits;
  /** A door of those that are open; where `other` is named, preferably another one. */
  pickDoor: (other?: Door) => Door;
  random: SeededRandom;
  signal: AbortSignal;
}>;

/** Writes and reads until `signal` aborts. What is wrong is noted in `visits`. */
export async function visit(options: VisitorOptions): Promise<void> {
  const { pickDoor, random, signal } = options;
  const own: string[] = [];
  while (!signal.aborted) {
    const door = pickDoor();
    const id =
      own.length < coffeesOfOneVisitor && random.below(10) < 4 ? undefined : own[random.below(own.length || 1)];
    const written = id === undefined ? await add(options, door, own) : await change(options, door, id, own);
    if (written !== undefined) {
      await readOne(options, pickDoor(door), written);
      await readList(options, pickDoor(door));
    }
    await delay(written === undefined ? restAfterFailureMs : restMs);
  }
}

/** Reads the list, through all doors, until `signal` aborts: somebody reads also while those who write wait. */
export async function look(options: VisitorOptions): Promise<void> {
  while (!options.signal.aborted) {
    await readList(options, options.pickDoor());
    await delay(restAfterReadMs);
  }
}

async function add({ visits }: VisitorOptions, door: Door, own: string[]): Promise<string | undefined> {
  const text = visits.nextText();
  const { history } = visits;
  history.sendAdd(text);
  const reply = await write(visits, door, "POST", "/coffee", textEverywhere(text));
  if (reply === "refused") history.refuseAdd(text);
  if (typeof reply === "string") return undefined;
  const { insertedId }: { insertedId: string } = JSON.parse(reply.text);
  history.acknowledgeAdd(text, insertedId, reply.at);
  own.push(insertedId);
  return insertedId;
}

async function change(
  { visits, random }: VisitorOptions,
  door: Door,
  id: string,
  own: string[],
): Promise<string | undefined> {
  const { history } = visits;
  const text = random.below(10) < 3 ? undefined : visits.nextText();
  const sent = history.send(id, text);
  const reply = await (text === undefined
    ? write(visits, door, "DELETE", `/coffee/${id}`)
    : write(visits, door, "PUT", `/coffee/${id}`, textEverywhere(text)));
  if (reply === "refused" || reply === "not found") sent.isRefused = true;
  if (reply === "not found") note(visits, history.judge(id, undefined, performance.now(), performance.now()));
  if (typeof reply !== "string") history.acknowledge(id, sent, reply.at);
  const isGone = reply === "not found" || (typeof reply !== "string" && text === undefined);
  if (isGone) own.splice(own.indexOf(id), 1);
  return typeof reply === "string" ? undefined : id;
}

type Reply = Readonly<{ status: number; age: number | undefined; text: string; receipt: string; at: number }>;

/** The reply to an acknowledged write; "refused" where the shop says that nothing was written. */
async function write(
  visits: Visits,
  door: Door,
  method: "POST" | "PUT" | "DELETE",
  path: string,
  body?: CoffeeFields,
): Promise<Reply | "refused" | "unknown" | "not found"> {
  const sentAt = performance.now();
  const reply = await call(visits, door, method, path, body);
  const isMade = reply !== undefined && reply.status >= 200 && reply.status < 300;
  if (isMade) {
    visits.acknowledged.push({ door, sentAt, at: reply.at });
    const receipt = readReceipt(reply.receipt);
    if (receipt) visits.receipts.push(receipt);
    else if (method !== "DELETE") visits.faults.push(`${method} ${path} came without a receipt.`);
    return reply;
  }
  if (method === "PUT" && reply?.status === 404) return "not found";
  const isRefused = reply?.text.includes("/-/problems/storage-busy") ?? false;
  visits.writes[isRefused ? "refused" : "unknown"] += 1;
  if (reply && !isRefused && !reply.text.includes("/-/problems/storage-unknown") && !door.mayFail(sentAt)) {
    visits.faults.push(`${method} ${path} was answered ${reply.status}: ${reply.text}`);
  }
  return isRefused ? "refused" : "unknown";
}

async function readOne({ visits }: VisitorOptions, door: Door, id: string): Promise<void> {
  await read(visits, door, `/coffee/${id}`, ({ status, text }, knownAt, seenAt) => {
    const coffee: Coffee | undefined = status === 404 ? undefined : JSON.parse(text);
    return [coffee && halfDone(coffee), visits.history.judge(id, coffee?.name, knownAt, seenAt)];
  });
}

async function readList({ visits }: VisitorOptions, door: Door): Promise<void> {
  await read(visits, door, "/coffee", ({ text }, knownAt, seenAt) => {
    const list: Coffee[] = JSON.parse(text);
    return visits.history.judgeList(list, knownAt, seenAt);
  });
}

/**
 * A reply knows of all that was known when it was asked for; one that tells its age, of what was known so many seconds
 * before.
 */
async function read(
  visits: Visits,
  door: Door,
  path: string,
  judge: (reply: Reply, knownAt: number, seenAt: number | undefined) => (string | undefined)[],
): Promise<void> {
  const askedAt = performance.now();
  const reply = await call(visits, door, "GET", path);
  const isAway = reply?.text.includes("/-/problems/storage-unreachable") ?? false;
  if (!reply || isAway) {
    visits.reads.unanswered += 1;
  } else if (reply.status !== 200 && reply.status !== 404) {
    visits.reads.unanswered += 1;
    if (!door.mayFail(askedAt)) visits.faults.push(`GET ${path} was answered ${reply.status}: ${reply.text}`);
  } else {
    const { age, at } = reply;
    visits.reads[age === undefined ? "fresh" : "aged"] += 1;
    visits.readAt.push(at);
    visits.oldestSeconds = Math.max(visits.oldestSeconds, age ?? 0);
    for (const fault of judge(reply, askedAt - (age ?? 0) * 1_000, age === undefined ? at : undefined)) {
      note(visits, fault && `${fault}, in GET ${path}${age === undefined ? "" : ` of age ${age}`} through ${door.url}`);
    }
  }
}

function note(visits: Visits, fault: string | undefined): void {
  if (fault !== undefined) visits.faults.push(fault);
}

/** Undefined where the connection broke or nobody answered, which is a fault where nobody was hurt. */
async function call(
  visits: Visits,
  door: Door,
  method: string,
  path: string,
  body?: CoffeeFields,
): Promise<Reply | undefined> {
  const askedAt = performance.now();
  const headers = { "content-type": "application/json" };
  const signal = AbortSignal.timeout(patienceMs);
  try {
    const reply = await fetch(
      door.url + path,
      body ? { method, headers, signal, body: JSON.stringify(body) } : { method, signal },
    );
    const age = reply.headers.get("age");
    return {
      status: reply.status,
      age: age === null ? undefined : Number(age),
      text: await reply.text(),
      receipt: reply.headers.get(receiptHeader) ?? "",
      at: performance.now(),
    };
  } catch (error) {
    if (!door.mayFail(askedAt))
      visits.faults.push(`${method} ${path} through ${door.url} was not answered: ${tellCause(error)}`);
    return undefined;
  }
}

function tellCause(error: unknown): string {
  return error instanceof Error && error.cause instanceof Error
    ? `${error.message}: ${error.cause.message}`
    : String(error);
}

function textEverywhere(text: string): CoffeeFields {
  return { ...recordOf(textFields, () => text), price: "1" };
}
