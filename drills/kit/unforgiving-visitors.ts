// Visitors of a shop that never try again: any request that is refused, cut or answered with an error is a fault.
import { once } from "node:events";
import { Agent, request, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { changeHeader } from "../../catalogue/log/change-header.ts";
import type { Version } from "../../catalogue/log/change.ts";
import { readReceipt, receiptHeader } from "../../catalogue/log/receipt.ts";
import { addCoffee } from "./shop-client.ts";
import { SlowLine } from "./slow-line.ts";

const patienceMs = 30_000;
/** Each visitor sends this many requests a second, so that a connection that is kept open is never idle for long. */
const perVisitor = 10;
/**
 * How long bytes take, in one direction, on connections that are kept open. If the shop cuts an idle one, a request that
 * was sent within this time before fails; without it, hardly one would be on its way at that moment.
 */
const lineMs = 20;

/** A request that was answered, in milliseconds; `at` is when it was sent, by `performance.now()`. */
export type Answered = Readonly<{ kind: string; at: number; tookMs: number }>;

export type Rates = Readonly<{
  /**
   * Writes and reads a second, in multiples of 20. Half of them come over slow connections that are kept open, half open
   * a connection for each request.
   */
  writes: number;
  reads: number;
  /** Streams of changes that are followed. */
  streams: number;
}>;

/** A node of the shop, and the slow line that leads to it. */
type Node = Readonly<{ url: string; line: SlowLine }>;

/**
 * Visits a shop from the start until `stop`. Each visitor stays with one of the shop's nodes; a reply of any node must
 * show what another has acknowledged before.
 */
export class UnforgivingVisitors implements AsyncDisposable {
  readonly faults: string[] = [];
  readonly answered: Answered[] = [];
  readonly receipts: Version[] = [];
  /** Replies that were older than one that another reader had got before they were requested, in milliseconds. */
  readonly olderThanSeenMs: number[] = [];
  reloads = 0;
  reconnections = 0;
  readonly #nodes: readonly Node[];
  readonly #stopping = new AbortController();
  readonly #leaving = new AbortController();
  readonly #visitors: Promise<void>[];
  readonly #followers: Promise<void>[];
  /** How far each stream has come, by its place. */
  readonly #heard: number[] = [];
  /** The newest change that was acknowledged, and the newest that a reply showed, with the time of that reply. */
  #acknowledged = 0;
  #seen = { number: 0, at: 0 };

  /** `urls` are the addresses of the shop's nodes, among which the visitors are divided. */
  constructor(urls: readonly string[], { writes, reads, streams }: Rates) {
    this.#nodes = urls.map((url) => ({ url, line: new SlowLine(url, lineMs) }));
    this.#visitors = [
      ...each(writes / perVisitor, (place) => this.#write(place)),
      ...each(reads / perVisitor, (place) => this.#read(place)),
    ];
    this.#followers = each(streams, (place) => this.#follow(place));
  }

  /** Resolves once every request is answered and every stream has come as far as the newest change. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await Promise.all(this.#visitors);
    const end = performance.now() + patienceMs;
    const isBehind = () => this.#heard.some((number) => number < this.#acknowledged);
    while (isBehind() && performance.now() < end) await delay(20);
    if (isBehind()) this.faults.push(`Streams ended at ${this.#heard.join(", ")}, before ${this.#acknowledged}.`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopping.abort();
    this.#leaving.abort();
    await Promise.all([...this.#visitors, ...this.#followers]);
    await Promise.all(this.#nodes.map(({ line }) => line[Symbol.asyncDispose]()));
  }

  /** The node of the visitor at a place. Each node has visitors at even and at odd places. */
  #nodeOf(place: number): Node {
    const node = this.#nodes[Math.floor(place / 2) % this.#nodes.length];
    if (!node) throw new Error("A shop has at least one node.");
    return node;
  }

  async #write(place: number): Promise<void> {
    const id = await addCoffee(this.#nodeOf(place).url, { name: `Coffee of ${place}` });
    let version = 0;
    await this.#repeat("write", place, async (url, agent) => {
      version += 1;
      const reply = await ask("PUT", `${url}/coffee/${id}`, agent, { name: `Coffee of ${place}`, taste: `${version}` });
      const receipt = readReceipt(String(reply.headers[receiptHeader.toLowerCase()] ?? ""));
      if (!receipt) throw new Error(`there was no receipt, and the status was ${reply.status}`);
      this.receipts.push(receipt);
      this.#acknowledged = Math.max(this.#acknowledged, receipt.number);
    });
  }

  async #read(place: number): Promise<void> {
    await this.#repeat("read", place, async (url, agent) => {
      const acknowledged = this.#acknowledged;
      const seen = this.#seen;
      const at = performance.now();
      const { status, headers } = await ask("GET", `${url}/coffee`, agent);
      const number = Number(headers[changeHeader.toLowerCase()]);
      if (status !== 200) throw new Error(`the status was ${status}`);
      if (number < acknowledged) throw new Error(`it showed change ${number}, and ${acknowledged} was acknowledged`);
      if (number < seen.number) this.olderThanSeenMs.push(at - seen.at);
      if (number > this.#seen.number) this.#seen = { number, at: performance.now() };
    });
  }

  /** Sends requests, one after the other at a steady pace. Even visitors keep their connection, odd ones do not. */
  async #repeat(action: string, place: number, act: (url: string, agent: Agent) => Promise<void>): Promise<void> {
    const keepAlive = place % 2 === 0;
    const agent = new Agent({ keepAlive, maxSockets: 1 });
    const node = this.#nodeOf(place);
    const { url } = keepAlive ? node.line : node;
    const kind = `${action}, ${keepAlive ? `connection kept, ${2 * lineMs} ms away` : "new connection"}`;
    let next = performance.now() + Math.random() * (1_000 / perVisitor);
    while (!this.#stopping.signal.aborted) {
      await delay(Math.max(0, next - performance.now()));
      next = Math.max(next + 1_000 / perVisitor, performance.now());
      const at = performance.now();
      try {
        await act(url, agent);
        this.answered.push({ kind, at, tookMs: performance.now() - at });
      } catch (error) {
        this.faults.push(`${kind}: ${reasonOf(error)}`);
      }
    }
    agent.destroy();
  }

  /** Follows a stream of changes and, when the shop ends it, comes back as the stream says. */
  async #follow(place: number): Promise<void> {
    const { signal } = this.#leaving;
    let lastId: number | undefined;
    let retryMs = 0;
    while (!signal.aborted) {
      try {
        if (lastId !== undefined) this.reconnections += 1;
        for await (const { retry, id, event } of this.#events(place, lastId)) {
          retryMs = retry ?? retryMs;
          if (event === "reload") this.reloads += 1;
          else if (id !== undefined && lastId !== undefined && id !== lastId + (event === undefined ? 1 : 0))
            this.faults.push(`A stream went from change ${lastId} to ${id}.`);
          lastId = id ?? lastId;
          this.#heard[place] = lastId ?? 0;
        }
      } catch (error) {
        if (!signal.aborted) this.faults.push(`stream: ${reasonOf(error)}`);
      }
      await delay(retryMs, undefined, { signal }).catch(() => {});
    }
  }

  /** The events of one connection, from the one after `lastId`, until the shop ends it. */
  async *#events(place: number, lastId: number | undefined): AsyncGenerator<StreamEvent> {
    const headers = { ...(lastId !== undefined && { "last-event-id": String(lastId) }) };
    const { signal } = this.#leaving;
    const outgoing = request(`${this.#nodeOf(place).url}/-/changes/stream`, { headers, agent: false, signal }).end();
    const [incoming]: IncomingMessage[] = await once(outgoing, "response");
    if (incoming?.statusCode !== 200) throw new Error(`the status was ${incoming?.statusCode}`);
    let unread = "";
    for await (const piece of incoming) {
      const blocks = (unread + String(piece)).split("\n\n");
      unread = blocks.pop() ?? "";
      for (const block of blocks) yield readEvent(block);
    }
  }
}

async function ask(method: string, url: string, agent: Agent, fields?: object) {
  const headers = { ...(fields && { "content-type": "application/json" }) };
  const outgoing = request(url, { method, headers, agent, signal: AbortSignal.timeout(patienceMs) });
  outgoing.end(fields && JSON.stringify(fields));
  const [incoming]: IncomingMessage[] = await once(outgoing, "response");
  if (!incoming) throw new Error("there was no reply");
  await text(incoming);
  return { status: incoming.statusCode, headers: incoming.headers };
}

/** A block of a stream; `event` is absent for a change. */
type StreamEvent = Readonly<{ retry: number | undefined; id: number | undefined; event: string | undefined }>;

function readEvent(block: string): StreamEvent {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(block)?.[1];
  const [retry, id] = [field("retry"), field("id")];
  return { retry: retry ? Number(retry) : undefined, id: id ? Number(id) : undefined, event: field("event") };
}

function each<Result>(count: number, start: (place: number) => Result): Result[] {
  return Array.from({ length: count }, (_, place) => start(place));
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return "code" in error ? `${error.message} (${String(error.code)})` : error.message;
}
