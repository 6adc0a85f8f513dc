import { setTimeout as delay } from "node:timers/promises";
import type { CoffeeFields } from "../catalogue/coffee.ts";
import { expectSuccess, expectThat, memberOf, showValue, showReply } from "./expectations.ts";
import { idIn, type NamedCoffee, type OwnCoffees } from "./own-coffees.ts";
import type { ProductClient, RequestContent } from "./product-client.ts";
import { parseJson, type Reply } from "./reply.ts";
import type { RequestSummary } from "./rule-failed.ts";

/** A coffee that the visitor added: its id, and the eight fields that were sent. */
export type AddedCoffee = Readonly<{ id: string; fields: CoffeeFields }>;

type Headers = RequestContent["headers"];

/** What is left of the run's coffees on the server. */
export type Remains = Readonly<{
  /** Those that the server did not delete or, where no list came, did not answer as deleted. */
  left: readonly NamedCoffee[];
  /** Coffees without any text that may be of the run or of others, so they were not deleted. */
  possiblyLeft: readonly NamedCoffee[];
  /** Whether this is sure: a list was seen at the end, or nothing was written. */
  isSure: boolean;
}>;

/** The end of a server: the last request that can have reached it, and how long it was away, if it is back. */
export type ServerEnd = Readonly<{ after: RequestSummary; secondsAway?: number }>;

const restartPollMs = 250;
const hangingMs = 5_000;
/** A list may be some moments old. */
const mostLooks = 3;
const lookAgainMs = 1_000;

/** Makes the calls of the rules, and deletes what they have added: its own coffees, and no others. */
export class Visitor {
  readonly #client: ProductClient;
  readonly #own: OwnCoffees;
  readonly #signal: AbortSignal | undefined;
  readonly #pendingCalls = new Set<Promise<Reply>>();

  /** `signal` ends the calls of the rules; what they have added is deleted all the same. */
  constructor(client: ProductClient, own: OwnCoffees, signal: AbortSignal | undefined) {
    this.#client = client;
    this.#own = own;
    this.#signal = signal;
  }

  /** Stands in the name of each coffee that `fields` makes, and nowhere else in the world. */
  get mark(): string {
    return this.#own.mark;
  }

  /** Every reply with status 429 so far. */
  get rateLimitedReplies(): readonly Reply[] {
    return this.#client.rateLimitedReplies;
  }

  /** Looks at the coffees that are there before the first rule. Rejects with `NoReply` where the server gives no answer. */
  async recordForeignCoffees(): Promise<void> {
    this.#own.excludeAll(await this.list());
  }

  /** Eight fields that tell each coffee and each field of it from all others. */
  fields(): CoffeeFields {
    return this.#own.fields();
  }

  /** Adds a coffee, by default one of `fields`. Rejects with `RuleFailed` where no id for it comes back. */
  async add(changes: Partial<CoffeeFields> = {}): Promise<AddedCoffee> {
    const fields = { ...this.fields(), ...changes };
    const reply = await this.post(fields);
    expectSuccess(reply);
    const id = insertedIdOf(reply);
    this.#own.assertOwn(id);
    return { id, fields };
  }

  list(headers?: Headers): Promise<Reply> {
    return this.send("GET", "/coffee", { headers });
  }

  find(id: string, headers?: Headers): Promise<Reply> {
    return this.send("GET", pathOf(id), { headers });
  }

  post(json: unknown): Promise<Reply> {
    return this.send("POST", "/coffee", { json });
  }

  put(id: string, json: unknown, headers?: Headers): Promise<Reply> {
    return this.send("PUT", pathOf(id), { json, headers });
  }

  remove(id: string, headers?: Headers): Promise<Reply> {
    return this.send("DELETE", pathOf(id), { headers });
  }

  /** Undoes a change that, by the log, is one of the coffee `id`. */
  undo(change: number, id: string): Promise<Reply> {
    return this.send("PUT", `/-/changes/${change}/undo`, {}, id);
  }

  /** Makes any call, and remembers what it leaves on the server. Rejects with `RuleFailed` before it writes to a coffee of others. */
  async send(method: string, path: string, content: RequestContent = {}, id = idIn(path)): Promise<Reply> {
    if (["PUT", "DELETE"].includes(method)) this.#own.assertOwn(id);
    const json = content.json ?? parseJson(content.body ?? "");
    const underWay = this.#client.call(method, path, content, this.#signal);
    this.#pendingCalls.add(underWay);
    try {
      const reply = await underWay;
      this.#own.recordCall(method, id, json, reply);
      return reply;
    } catch (error) {
      this.#own.recordCall(method, id, json);
      throw error;
    } finally {
      this.#pendingCalls.delete(underWay);
    }
  }

  /**
   * Where a request got no reply, looks whether the server goes on, and waits up to `waitMs` for it to be started again.
   * Gives undefined where it goes on.
   */
  async awaitServer(waitMs: number, onEnd: (after: RequestSummary) => void): Promise<ServerEnd | undefined> {
    await Promise.allSettled(this.#pendingCalls);
    if (!this.#client.hasNoReply) return undefined;
    const after = this.#client.lastReceived;
    if (await this.#client.isAnswering()) return undefined;
    onEnd(after);
    const start = performance.now();
    const awayMs = () => performance.now() - start;
    while (awayMs() < waitMs && !this.#signal?.aborted) {
      await delay(restartPollMs);
      if (!(await this.#client.isAnswering())) continue;
      const list = await this.#callIgnoringErrors("GET", "/coffee");
      // Right after its start, a server may not have reached its database.
      if (Array.isArray(list?.json)) this.#own.reconcileAfterRestart(list);
      return { after, secondsAway: awayMs() / 1_000 };
    }
    return { after };
  }

  /** Deletes what the rule before has left, once its last call is answered. A failure is made good by `leave`. */
  async deleteOwnCoffees(): Promise<void> {
    await Promise.allSettled(this.#pendingCalls);
    await this.#deleteAll(this.#own.undeleted);
  }

  /** Deletes every coffee of its own that is still on the server, and looks in the list whether it is gone. */
  async cleanUp(): Promise<Remains> {
    await this.deleteOwnCoffees();
    for (let looks = 1; ; looks += 1) {
      const list = await this.#callIgnoringErrors("GET", "/coffee");
      if (!Array.isArray(list?.json)) return this.remainsWithoutList();
      const left = this.#own.listedIn(list);
      if (left.length === 0 || looks === mostLooks) {
        return { left, possiblyLeft: this.#own.possiblyListedIn(list), isSure: true };
      }
      await this.#deleteAll(left);
      if (looks > 1) await delay(lookAgainMs);
    }
  }

  /** What is left by all that was answered, where no list can be seen. */
  remainsWithoutList(): Remains {
    return { left: this.#own.undeleted, possiblyLeft: [], isSure: !this.#own.mayHaveWritten };
  }

  /** Whether it worked is seen in the list, so a refusal may pass here. Where one hangs, the others wait for the next time. */
  async #deleteAll(coffees: readonly NamedCoffee[]): Promise<void> {
    for (const { id } of coffees) {
      // These would make the address that of all coffees, or another one.
      if (["", ".", ".."].includes(id)) continue;
      const start = performance.now();
      const reply = await this.#callIgnoringErrors("DELETE", pathOf(id));
      if (!reply && performance.now() - start > hangingMs) return;
      this.#own.recordCall("DELETE", id, undefined, reply);
    }
  }

  async #callIgnoringErrors(method: string, path: string): Promise<Reply | undefined> {
    return this.#client.call(method, path).catch(() => undefined);
  }
}

/** The address of a coffee on the product server; any text may stand for an id. */
export function pathOf(id: string): string {
  return `/coffee/${encodeURIComponent(id)}`;
}

/** The id that the reply to an addition carries. Throws `RuleFailed` where there is none. */
export function insertedIdOf(reply: Reply): string {
  const id = memberOf(reply.json, "insertedId");
  const isText = typeof id === "string" && id !== "";
  expectThat(isText, reply, "insertedId: the id of the new coffee, as text", `${showValue(id)} in ${showReply(reply)}`);
  return id;
}
