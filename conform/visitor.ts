import { setTimeout as delay } from "node:timers/promises";
import type { CoffeeFields } from "../catalogue/coffee.ts";
import { createClient, type Client } from "../client/client.ts";
import { CoffeeFault } from "../client/coffee-fault.ts";
import {
  expectShownFields,
  expectSuccess,
  expectThat,
  listedCoffee,
  memberOf,
  showReply,
  showValue,
} from "./expectations.ts";
import { idIn, type NamedCoffee, type OwnCoffees, type Remains } from "./own-coffees.ts";
import type { ProductClient, RequestContent } from "./product-client.ts";
import { parseJson, type Reply } from "./reply.ts";
import { RuleFailed, type RequestSummary } from "./rule-failed.ts";

/** A coffee that the run added: its id, and the eight fields that were sent. */
export type AddedCoffee = Readonly<{ id: string; fields: CoffeeFields }>;

type Headers = RequestContent["headers"];

/** How a server ended: the last request that may have reached it, and for how long it was away, if it came back. */
export type ServerEnd = Readonly<{ after: RequestSummary; secondsAway?: number }>;

const restartPollMs = 250;
const hangingMs = 5_000;
/** How many times to read the list, which may be cached for some moments. */
const mostLooks = 3;
const lookAgainMs = 1_000;

/** Makes the calls of the rules, and deletes the coffees that they added. It never changes other coffees. */
export class Visitor {
  readonly #client: ProductClient;
  readonly #own: OwnCoffees;
  readonly #signal: AbortSignal | undefined;
  readonly #pendingCalls = new Set<Promise<Reply>>();
  /** Deletes coffees, also after `signal` has aborted. */
  readonly #cleaner: Client;

  /** `signal` ends the calls of the rules. The coffees are deleted anyway. */
  constructor(client: ProductClient, own: OwnCoffees, signal: AbortSignal | undefined) {
    this.#client = client;
    this.#own = own;
    this.#signal = signal;
    this.#cleaner = createClient({
      fetch: async (path, { method }) => {
        const reply = await client.call(method, path);
        own.recordCall(method, idIn(path), undefined, reply);
        return responseOf(reply);
      },
    });
  }

  /**
   * Makes a call with the client that the package exports (docs/client.md), and resolves to what the client read and to
   * the whole reply. A call that the server refuses, or whose reply the client cannot read, rejects with `RuleFailed`.
   */
  async withClient<T>(act: (client: Client) => Promise<T>): Promise<Readonly<{ value: T; reply: Reply }>> {
    let reply: Reply | undefined;
    const client = createClient({
      fetch: async (path, { method, headers, body }) => {
        reply = await this.send(method, path, { headers, ...(body !== undefined && { body }) });
        return responseOf(reply);
      },
    });
    const value = await act(client).catch((fault: unknown) => {
      const cause = fault instanceof CoffeeFault ? fault.cause : fault;
      if (cause !== undefined || !reply) throw cause ?? fault;
      throw new RuleFailed(reply, "a reply that the client can read", showReply(reply), fault);
    });
    if (!reply) throw new Error("The client made no call.");
    return { value, reply };
  }

  /** Part of the name of each coffee that `fields` makes, and of no other name. */
  get mark(): string {
    return this.#own.mark;
  }

  /** Every reply with status 429 so far. */
  get rateLimitedReplies(): readonly Reply[] {
    return this.#client.rateLimitedReplies;
  }

  /** Eight fields that differ from those of every other coffee. */
  fields(): CoffeeFields {
    return this.#own.fields();
  }

  /** Adds a coffee, by default with `fields`. Rejects with `RuleFailed` if the reply has no id. */
  async add(changes: Partial<CoffeeFields> = {}): Promise<AddedCoffee> {
    const fields = { ...this.fields(), ...changes };
    const reply = await this.post(fields);
    expectSuccess(reply);
    const id = insertedIdOf(reply);
    this.#own.assertOwn(id);
    return { id, fields };
  }

  /**
   * Adds a coffee and deletes it. Resolves to its id, which no coffee has from then on. A rule that sends a body without a
   * marked name does this first: the server must return ids, because only the id can find that coffee again.
   */
  async addAndRemove(): Promise<string> {
    const { id } = await this.add();
    expectSuccess(await this.remove(id));
    return id;
  }

  /** Replaces a coffee, by default with `fields`, and resolves to them. Rejects with `RuleFailed` if that is refused. */
  async replace(id: string, fields = this.fields()): Promise<CoffeeFields> {
    expectSuccess(await this.put(id, { _id: id, ...fields }));
    return fields;
  }

  /** The server must have the coffee with these fields; its price as a page shows it. */
  async expectStored(id: string, fields: Partial<CoffeeFields>): Promise<Reply> {
    const reply = await this.find(id);
    expectShownFields(reply, reply.json, fields);
    return reply;
  }

  /** The list must have the coffee once, with these fields. */
  async expectListed(id: string, fields: Partial<CoffeeFields>): Promise<void> {
    const list = await this.list();
    expectShownFields(list, listedCoffee(list, id), fields);
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

  /** Undoes a change of the coffee `id`. */
  undo(change: number, id: string): Promise<Reply> {
    return this.send("PUT", `/-/changes/${change}/undo`, {}, id);
  }

  /**
   * Makes any call, and records what it leaves on the server. Rejects with `RuleFailed` instead of writing to someone
   * else's coffee.
   */
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
   * After a request without a reply, checks whether the server still answers, and waits up to `waitMs` for a restart.
   * Resolves to undefined if it still answers.
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
      // A server that has just started may not have reached its database.
      if (Array.isArray(list?.json)) this.#own.reconcileAfterRestart(list);
      return { after, secondsAway: awayMs() / 1_000 };
    }
    return { after };
  }

  /** Deletes what the last rule left, once its last call is answered. `cleanUp` tries failures again. */
  async deleteOwnCoffees(): Promise<void> {
    await Promise.allSettled(this.#pendingCalls);
    await this.#deleteAll(this.#own.undeleted);
  }

  /** Deletes every coffee of the run that is still on the server, and checks in the list that it is gone. */
  async cleanUp(): Promise<Remains> {
    await this.deleteOwnCoffees();
    for (let looks = 1; ; looks += 1) {
      const list = await this.#callIgnoringErrors("GET", "/coffee");
      if (!Array.isArray(list?.json)) return this.#own.remainsWithoutList;
      const left = this.#own.listedIn(list);
      if (left.length === 0 || looks === mostLooks) {
        return { left, possiblyLeft: this.#own.possiblyListedIn(list), isSure: true };
      }
      await this.#deleteAll(left);
      if (looks > 1) await delay(lookAgainMs);
    }
  }

  /**
   * Ignores refusals, because the list shows later whether this worked. If a call hangs, the other coffees wait for the
   * next time.
   */
  async #deleteAll(coffees: readonly NamedCoffee[]): Promise<void> {
    for (const { id } of coffees) {
      const start = performance.now();
      const isAnswered = await this.#cleaner.remove(id).then(
        () => true,
        (fault: unknown) => fault instanceof CoffeeFault && fault.status !== undefined,
      );
      if (!isAnswered && performance.now() - start > hangingMs) return;
    }
  }

  async #callIgnoringErrors(method: string, path: string): Promise<Reply | undefined> {
    return this.#client.call(method, path).catch(() => undefined);
  }
}

/** A reply, as `fetch` would give it. */
function responseOf({ status, headers, text }: Reply): Response {
  const known = Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return new Response(text === "" ? null : text, { status, headers: Object.fromEntries(known) });
}

/** The path of a coffee on the product server. Any text may be an id. */
export function pathOf(id: string): string {
  return `/coffee/${encodeURIComponent(id)}`;
}

/** The id in the reply to an add. Throws `RuleFailed` if there is none. */
export function insertedIdOf(reply: Reply): string {
  const id = memberOf(reply.json, "insertedId");
  const isText = typeof id === "string" && id !== "";
  expectThat(isText, reply, "insertedId: the id of the new coffee, as text", `${showValue(id)} in ${showReply(reply)}`);
  return id;
}
