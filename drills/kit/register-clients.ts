// Clients that read single coffees and replace them with If-Match, at random processes of a shop, and record the history
// of each coffee for `findViolation`.
import { setTimeout as delay } from "node:timers/promises";
import type { Coffee } from "../../catalogue/coffee.ts";
import type { SeededRandom } from "../../test/seeded-random.ts";
import { halfDone } from "./ledger.ts";
import { describeViolation, findViolation, type Operation } from "./linearizability.ts";
import { addCoffee, send, textEverywhere, type Reply } from "./shop-client.ts";
import { until } from "./until.ts";

const restMs = 2;
const restAfterFailureMs = 30;
const settleMs = 30_000;
/** So that not all clients wait for a node that is stopped. */
const requestsAtOneNode = 20;
/** How often, in percent, a client that knows a coffee's state writes. */
const writesPercent = 40;

/** A process of the shop; `url` is undefined while it does not run. */
export type Target = Readonly<{ name: string; url: string | undefined }>;

/** A state of a coffee that a client was shown. */
type Shown = Readonly<{ state: string; tag: string }>;

/** The histories of some coffees. */
export class Registers {
  readonly faults: string[] = [];
  readonly counts = { reads: 0, aged: 0, unanswered: 0, made: 0, conflict: 0, unmade: 0, unknown: 0 };
  /** How often requests failed, by kind, node and problem. */
  readonly failures = new Map<string, number>();
  /** By id. The first state of a coffee is its initial one. */
  readonly #histories = new Map<string, Readonly<{ initial: string; operations: Operation[] }>>();
  #texts = 0;

  /** Adds the coffees. */
  static async add(url: string, count: number): Promise<Registers> {
    const registers = new Registers();
    for (let place = 0; place < count; place += 1) {
      const initial = registers.#nextText();
      const id = await addCoffee(url, textEverywhere(initial));
      registers.#histories.set(id, { initial, operations: [] });
    }
    return registers;
  }

  get ids(): readonly string[] {
    return [...this.#histories.keys()];
  }

  get operations(): number {
    return this.#histories.values().reduce((total, { operations }) => total + operations.length, 0);
  }

  #nextText(): string {
    this.#texts += 1;
    return `text ${this.#texts}`;
  }

  /** Resolves to undefined if the reply does not show a state. */
  async read({ name: node, url = "" }: Target, id: string): Promise<Shown | undefined> {
    const askedAt = performance.now();
    const reply = await send(url, "GET", `/coffee/${id}`).catch(() => undefined);
    if (reply?.status !== 200) {
      this.counts.unanswered += 1;
      this.#note(node, "read", reply);
      if (reply && reply.status !== 503)
        this.faults.push(`GET /coffee/${id} was answered ${reply.status}: ${reply.text}`);
      return undefined;
    }
    const coffee: Coffee = JSON.parse(reply.text);
    const half = halfDone(coffee);
    if (half !== undefined) this.faults.push(half);
    const age = Number(reply.headers.get("age") ?? 0);
    this.counts[reply.headers.has("age") ? "aged" : "reads"] += 1;
    const state = coffee.name;
    this.#record(id, { kind: "read", node, state, from: askedAt - age * 1_000, to: reply.at });
    return { state, tag: reply.headers.get("etag") ?? "" };
  }

  /** Resolves to the new state, or to undefined if the write was not acknowledged. */
  async replace({ name: node, url = "" }: Target, id: string, shown: Shown): Promise<Shown | undefined> {
    const state = this.#nextText();
    const from = performance.now();
    const path = `/coffee/${id}`;
    const headers = { "if-match": shown.tag };
    const reply = await send(url, "PUT", path, textEverywhere(state), headers).catch(() => undefined);
    const outcome = outcomeOf(reply);
    this.counts[outcome] += 1;
    if (outcome === "unknown" || outcome === "unmade") this.#note(node, "write", reply);
    if (reply && ![200, 412, 503].includes(reply.status))
      this.faults.push(`PUT ${path} was answered ${reply.status}: ${reply.text}`);
    const to = reply && outcome !== "unknown" ? reply.at : Infinity;
    this.#record(id, { kind: "write", node, expected: shown.state, state, outcome, from, to });
    return outcome === "made" ? { state, tag: reply?.headers.get("etag") ?? "" } : undefined;
  }

  /**
   * Settles all unknown writes once the clients have ended: a write of each coffee is acknowledged, after which none of
   * them can be made any more. Then reads each coffee from every process.
   */
  async settle(targets: readonly Target[], signal: AbortSignal): Promise<void> {
    for (const id of this.ids) {
      const isReplaced = async () => {
        const [first] = targets;
        const shown = first && (await this.read(first, id));
        return shown && (await this.replace(first, id, shown));
      };
      const failure = `Coffee ${id} could not be replaced in the end.`;
      await until(isReplaced, { withinMs: settleMs, everyMs: restAfterFailureMs, signal, failure });
      for (const target of targets) await this.read(target, id);
    }
  }

  /** What the histories prove, and all other faults. */
  judge(mayShowEarly = false): readonly string[] {
    const violations = [...this.#histories].flatMap(([id, { initial, operations }]) => {
      const violation = findViolation(operations, initial, mayShowEarly);
      return violation ? [describeViolation(violation, `Coffee ${id}`)] : [];
    });
    return [...this.faults, ...violations];
  }

  #note(node: string, kind: string, reply: Reply | undefined): void {
    const [, problem = reply?.status ?? "no reply"] = /problems\/([\w-]+)/.exec(reply?.text ?? "") ?? [];
    const failure = `${kind} at ${node}: ${problem}`;
    this.failures.set(failure, (this.failures.get(failure) ?? 0) + 1);
  }

  #record(id: string, operation: Operation): void {
    this.#histories.get(id)?.operations.push(operation);
  }
}

/** Every problem type of the shop means that nothing was changed, except these two. */
function outcomeOf(reply: Reply | undefined) {
  if (reply?.isOk) return "made";
  if (reply?.status === 412) return "conflict";
  return reply && /\/-\/problems\/(?!storage-unknown|internal)/.test(reply.text) ? "unmade" : "unknown";
}

/** Reads and writes until `over` aborts. */
export async function useRegisters(
  registers: Registers,
  random: SeededRandom,
  targets: readonly Target[],
  over: AbortSignal,
): Promise<void> {
  const known = new Map<string, Shown>();
  let target = random.pick(targets);
  let id = random.pick(registers.ids);
  while (!over.aborted) {
    if (random.below(2) === 0) id = random.pick(registers.ids);
    if (target.url === undefined || random.below(requestsAtOneNode) === 0)
      target = random.pick(targets.filter(({ url }) => url !== undefined));
    const shown = random.below(100) < writesPercent ? known.get(id) : undefined;
    const next = shown ? await registers.replace(target, id, shown) : await registers.read(target, id);
    if (next) known.set(id, next);
    else known.delete(id);
    await delay(next || shown ? restMs : restAfterFailureMs);
  }
}
