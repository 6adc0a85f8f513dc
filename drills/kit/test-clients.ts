// Clients of a shop that is killed and cut off meanwhile. Each writes to its own coffees. After every acknowledged
// write it checks that the write can be seen, and that no reply is older than what was known.
import { setTimeout as delay } from "node:timers/promises";
import type { Coffee } from "../../catalogue/coffee.ts";
import { seededRandom, type SeededRandom } from "../../test/seeded-random.ts";
import { keyHeader } from "../../server/calls/coffee/idempotency-key.ts";
import { halfDone, Ledger } from "./ledger.ts";
import { listCoffees, send, textEverywhere, type Reply } from "./shop-client.ts";

const restMs = 10;
const restAfterReadMs = 50;
const restAfterFailureMs = 50;
const restAfterRefusalMs = 20;
/** A limit, so that lists stay short. */
const coffeesOfOneClient = 6;

/** `unknown`: the write may have been made. */
type Outcome = "made" | "refused" | "not found" | "unknown";
type Written = Readonly<{ outcome: Outcome; id: string | undefined; reply: Reply }>;

/**
 * Sends one write: an add if `id` is undefined, with its text as its key; a delete if `text` is undefined. Records the
 * outcome in the ledger. Rejects if the connection breaks; then the write may or may not have been made.
 */
export async function write(
  ledger: Ledger,
  url: string,
  id: string | undefined,
  text: string | undefined,
): Promise<Written> {
  const sent = ledger.send(id, text);
  const method = id === undefined ? "POST" : text === undefined ? "DELETE" : "PUT";
  const path = id === undefined ? "/coffee" : `/coffee/${id}`;
  const headers: Record<string, string> = id === undefined && text !== undefined ? { [keyHeader]: text } : {};
  const reply = await send(url, method, path, text === undefined ? undefined : textEverywhere(text), headers);
  if (reply.isOk) {
    const { insertedId = id }: { insertedId?: string } = JSON.parse(reply.text);
    ledger.acknowledge(sent, reply.at, insertedId);
    if (reply.receipt) ledger.receipts.push(reply.receipt);
    else if (id === undefined || !ledger.isPerhapsDeleted(id, sent))
      ledger.faults.push(`${method} ${path} came without a receipt.`);
    return { outcome: "made", id: insertedId, reply };
  }
  const isMissing = method === "PUT" && reply.status === 404;
  // Every problem type of the shop means that nothing was changed, except these two.
  const isRefused = isMissing || /\/-\/problems\/(?!storage-unknown|internal)/.test(reply.text);
  if (isRefused) ledger.refuse(sent);
  if (isMissing && id !== undefined) note(ledger, ledger.judge(id, undefined, reply.at, reply.at));
  return { outcome: isMissing ? "not found" : isRefused ? "refused" : "unknown", id, reply };
}

/** Writes its own coffees until the connection breaks or `over` aborts. A refusal is a fault unless `mayBeRefused`. */
export async function writeUntilCut(
  ledger: Ledger,
  url: string,
  mayBeRefused: (reply: Reply) => boolean = () => false,
  over?: AbortSignal,
): Promise<void> {
  const own: string[] = [];
  for (;;) {
    if (over?.aborted) return;
    const id = Math.random() < 0.4 ? undefined : own.at(-1);
    const text = id !== undefined && Math.random() < 0.3 ? undefined : ledger.nextText();
    const written = await write(ledger, url, id, text).catch(undefinedWhereCut);
    if (!written) return;
    const { outcome, reply } = written;
    if (outcome !== "made") {
      if (!mayBeRefused(reply)) ledger.faults.push(`A write was answered ${reply.status}: ${reply.text}`);
      await delay(restAfterRefusalMs);
    } else if (id === undefined) own.push(written.id ?? "");
    else if (text === undefined) own.pop();
  }
}

/** Fetch reports a broken connection as a TypeError. */
function undefinedWhereCut(error: unknown): undefined {
  if (!(error instanceof TypeError)) throw error;
}

/** Repeats adds with their keys: each must exist once, under its old id. Resolves to the first refusal, if any. */
export async function repeatAdds(ledger: Ledger, url: string): Promise<Reply | undefined> {
  for (const [text, knownId] of ledger.addsToRepeat) {
    const { outcome, id, reply } = await write(ledger, url, undefined, text);
    if (outcome !== "made") return reply;
    if (knownId !== undefined && knownId !== id) ledger.faults.push(`${text} was added a second time`);
  }
  ledger.addsToRepeat.clear();
  return undefined;
}

/** An address of the shop. */
export type Door = Readonly<{
  url: string;
  /** Whether a request of that moment may fail or get a proxy's answer, because the drill has caused a fault since. */
  mayFail: (askedAt: number) => boolean;
}>;

/** What clients did and found. */
export class Visits extends Ledger {
  readonly acknowledged: Readonly<{ door: Door; sentAt: number; at: number }>[] = [];
  /** When reads were answered with a coffee or a list. */
  readonly readAt: number[] = [];
  readonly reads = { fresh: 0, aged: 0, unanswered: 0 };
  readonly writes = { refused: 0, unknown: 0 };
  oldestSeconds = 0;
  /** Whether what one reply has shown must be in every later one, although the write is not acknowledged yet. */
  readonly isSeenKnown: boolean;

  constructor({ isSeenKnown = true }: Readonly<{ isSeenKnown?: boolean }> = {}) {
    super();
    this.isSeenKnown = isSeenKnown;
  }

  /** Judges the list of a shop when nobody writes any more. */
  async judgeAtEnd(url: string): Promise<void> {
    const list = await listCoffees(url);
    const now = performance.now();
    this.faults.push(...this.judgeList(list, now, now).map((fault) => `${fault}, in the end`));
  }

  get done() {
    return { "acknowledged writes": this.acknowledged.length, "reads that were the newest": this.reads.fresh };
  }

  summary(): readonly string[] {
    const { reads, writes } = this;
    return [
      `${reads.aged} reads with an Age of up to ${this.oldestSeconds} s`,
      `${reads.unanswered} reads and ${writes.unknown} writes without an answer, ${writes.refused} writes refused`,
    ];
  }
}

type Client = Readonly<{ visits: Visits; pickDoor: PickDoor; random: SeededRandom; signal: AbortSignal }>;
/** Picks one of the open doors, preferably not `other`. */
type PickDoor = (random: SeededRandom, other?: Door) => Door;

/** Clients that go on until they are ended. `signal` aborts when `stop` does, or when a client fails. */
type Crowd = AsyncDisposable & Readonly<{ signal: AbortSignal; end: () => Promise<void> }>;

/** Starts `writing` clients that write and read, and `reading` clients that read, even while the others wait. */
export function startClients(
  visits: Visits,
  { writing, reading }: Readonly<{ writing: number; reading: number }>,
  seed: number,
  pickDoor: PickDoor,
  stop: AbortSignal,
): Crowd {
  const [over, broken] = [new AbortController(), new AbortController()];
  const clients = Array.from({ length: writing + reading }, (_, at) => {
    const client = { visits, pickDoor, random: seededRandom(seed + at), signal: over.signal };
    return at < writing ? visit(client) : look(client);
  });
  const ended = Promise.all(clients).catch((error: unknown) => broken.abort(error));
  const end = async () => {
    over.abort();
    await ended;
  };
  return { signal: AbortSignal.any([stop, broken.signal]), end, [Symbol.asyncDispose]: end };
}

async function visit(client: Client): Promise<void> {
  const { pickDoor, random, signal } = client;
  const own: string[] = [];
  while (!signal.aborted) {
    const door = pickDoor(random);
    const isAdd = own.length < coffeesOfOneClient && random.below(10) < 4;
    const written = await writeThrough(client, door, isAdd ? undefined : own[random.below(own.length || 1)], own);
    if (written !== undefined) {
      await readOne(client, pickDoor(random, door), written);
      await readList(client, pickDoor(random, door));
    }
    await delay(written === undefined ? restAfterFailureMs : restMs);
  }
}

async function look(client: Client): Promise<void> {
  while (!client.signal.aborted) {
    await readList(client, client.pickDoor(client.random));
    await delay(restAfterReadMs);
  }
}

/** Resolves to the id of the coffee if the write is acknowledged, else to undefined. */
async function writeThrough(
  { visits, random }: Client,
  door: Door,
  id: string | undefined,
  own: string[],
): Promise<string | undefined> {
  const text = id !== undefined && random.below(10) < 3 ? undefined : visits.nextText();
  const sentAt = performance.now();
  const written = await write(visits, door.url, id, text).catch(noting(visits, door, "A write"));
  const { outcome = "unknown", reply } = written ?? {};
  const isGone = outcome === "not found" || (outcome === "made" && text === undefined);
  if (isGone && id !== undefined) own.splice(own.indexOf(id), 1);
  if (outcome === "made" && reply) {
    visits.acknowledged.push({ door, sentAt, at: reply.at });
    if (id === undefined && written?.id !== undefined) own.push(written.id);
    return written?.id;
  }
  if (outcome === "not found") return undefined;
  const isBusy = reply?.text.includes("/-/problems/storage-busy") ?? false;
  visits.writes[isBusy ? "refused" : "unknown"] += 1;
  if (reply && !isBusy && !reply.text.includes("/-/problems/storage-unknown") && !door.mayFail(sentAt))
    visits.faults.push(`A write was answered ${reply.status}: ${reply.text}`);
  return undefined;
}

async function readOne({ visits }: Client, door: Door, id: string): Promise<void> {
  await read(visits, door, `/coffee/${id}`, ({ status, text }, knownAt, seenAt) => {
    const coffee: Coffee | undefined = status === 404 ? undefined : JSON.parse(text);
    return [coffee && halfDone(coffee), visits.judge(id, coffee?.name, knownAt, seenAt)];
  });
}

async function readList({ visits }: Client, door: Door): Promise<void> {
  await read(visits, door, "/coffee", ({ text }, knownAt, seenAt) =>
    visits.judgeList(JSON.parse(text), knownAt, seenAt),
  );
}

/** A reply must show all that was known when the request was sent; with an Age header, all known that long before. */
async function read(
  visits: Visits,
  door: Door,
  path: string,
  judge: (reply: Reply, knownAt: number, seenAt: number | undefined) => (string | undefined)[],
): Promise<void> {
  const askedAt = performance.now();
  const reply = await send(door.url, "GET", path).catch(noting(visits, door, `GET ${path}`));
  const isRead = reply?.status === 200 || reply?.status === 404;
  if (!reply || !isRead) {
    visits.reads.unanswered += 1;
    if (reply && !reply.text.includes("/-/problems/storage-unreachable") && !door.mayFail(askedAt))
      visits.faults.push(`GET ${path} was answered ${reply.status}: ${reply.text}`);
    return;
  }
  const age = reply.headers.get("age");
  const seconds = Number(age ?? 0);
  visits.reads[age === null ? "fresh" : "aged"] += 1;
  visits.readAt.push(reply.at);
  visits.oldestSeconds = Math.max(visits.oldestSeconds, seconds);
  for (const fault of judge(
    reply,
    askedAt - seconds * 1_000,
    age === null && visits.isSeenKnown ? reply.at : undefined,
  ))
    note(visits, fault && `${fault}, in GET ${path}${age === null ? "" : ` of age ${age}`} through ${door.url}`);
}

function note({ faults }: Ledger, fault: string | undefined): void {
  if (fault !== undefined) faults.push(fault);
}

/** A broken connection or a reply that is too late is a fault, unless the drill has caused it. */
function noting(visits: Visits, door: Door, what: string): (error: unknown) => undefined {
  const askedAt = performance.now();
  return (error) => {
    if (door.mayFail(askedAt)) return;
    const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : "";
    visits.faults.push(`${what} through ${door.url} was not answered: ${String(error)}${cause}`);
  };
}
