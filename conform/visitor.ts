import type { CoffeeFields } from "../catalogue/coffee.ts";
import { expectSuccess, expectThat, memberOf, shown, shownReply } from "./expectations.ts";
import { idIn, OwnCoffees } from "./own-coffees.ts";
import type { ProductClient, Sent } from "./product-client.ts";
import type { Reply } from "./reply.ts";

/** A coffee that the visitor added: its id, and the eight fields that were sent. */
export type AddedCoffee = Readonly<{ id: string; fields: CoffeeFields }>;

type Headers = Sent["headers"];

/** Makes the calls of the rules, and deletes what they have added: its own coffees, and no others. */
export class Visitor {
  readonly #client: ProductClient;
  /** Goes on where the client of the rules stops: what was added is deleted, interrupted or not. */
  readonly #cleaner: ProductClient;
  readonly #own = new OwnCoffees();
  readonly #underWay = new Set<Promise<Reply>>();

  constructor(client: ProductClient, cleaner: ProductClient) {
    this.#client = client;
    this.#cleaner = cleaner;
  }

  /** Stands in the name of each coffee that `fields` makes, and nowhere else in the world. */
  get mark(): string {
    return this.#own.mark;
  }

  /** Every reply with status 429 so far. */
  get refusedForHaste(): readonly Reply[] {
    return [...this.#client.refusedForHaste, ...this.#cleaner.refusedForHaste];
  }

  /** Looks at the coffees that are there before the first rule. Rejects with `NoReply` where the server gives no answer. */
  async arrive(): Promise<void> {
    this.#own.leaveAlone(await this.list());
  }

  /** Eight fields that tell each coffee and each field of it from all others. */
  fields(): CoffeeFields {
    return this.#own.fields();
  }

  /** Adds a coffee, by default one of `fields`. Rejects with `Unmet` where no id for it comes back. */
  async add(changes: Partial<CoffeeFields> = {}): Promise<AddedCoffee> {
    const fields = { ...this.fields(), ...changes };
    const reply = await this.post(fields);
    expectSuccess(reply);
    const id = insertedIdOf(reply);
    this.#own.insistOn(id);
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

  /** Takes a change back which, by the log, is one of the coffee `id`. */
  undo(change: number, id: string): Promise<Reply> {
    return this.send("PUT", `/-/changes/${change}/undo`, {}, id);
  }

  /** Makes any call, and remembers what it leaves on the server. Rejects with `Unmet` before it writes to a coffee of others. */
  async send(method: string, path: string, sent: Sent = {}, id = idIn(path)): Promise<Reply> {
    if (["PUT", "DELETE"].includes(method)) this.#own.insistOn(id);
    const underWay = this.#client.call(method, path, sent);
    this.#underWay.add(underWay);
    try {
      const reply = await underWay;
      this.#own.note(method, id, reply);
      return reply;
    } finally {
      this.#underWay.delete(underWay);
    }
  }

  /** Deletes what the rule before has left, once its last call is answered. A failure is made good by `leave`. */
  async tidy(): Promise<void> {
    await Promise.allSettled(this.#underWay);
    for (const id of this.#own.standing) await this.#deleteQuietly(id);
  }

  /** Deletes every coffee of its own that is still on the server, and gives the ids of those that stay all the same. */
  async leave(): Promise<readonly string[]> {
    await this.tidy();
    const left = await this.#ownInList();
    if (left.length === 0) return [];
    for (const id of left) await this.#deleteQuietly(id);
    return this.#ownInList();
  }

  /** Whether it worked is seen in the list, so a refusal may pass here. */
  async #deleteQuietly(id: string): Promise<void> {
    const reply = await this.#cleaner.call("DELETE", pathOf(id)).catch(() => undefined);
    if (reply) this.#own.note("DELETE", id, reply);
  }

  /** Where no list comes, all that was not seen deleted counts as left. */
  async #ownInList(): Promise<readonly string[]> {
    const list = await this.#cleaner.call("GET", "/coffee").catch(() => undefined);
    return Array.isArray(list?.json) ? this.#own.idsIn(list) : this.#own.standing;
  }
}

/** The address of a coffee on the product server; any text may stand for an id. */
export function pathOf(id: string): string {
  return `/coffee/${encodeURIComponent(id)}`;
}

/** The id that the reply to an addition carries. Throws `Unmet` where there is none. */
export function insertedIdOf(reply: Reply): string {
  const id = memberOf(reply.json, "insertedId");
  const isText = typeof id === "string" && id !== "";
  expectThat(isText, reply, "insertedId: the id of the new coffee, as text", `${shown(id)} in ${shownReply(reply)}`);
  return id;
}
