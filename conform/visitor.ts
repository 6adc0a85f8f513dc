import { randomBytes } from "node:crypto";
import { coffeeFields, type CoffeeFields } from "../catalogue/coffee.ts";
import { expectSuccess, expectThat, memberOf, shown, shownReply } from "./expectations.ts";
import type { ProductClient, Sent } from "./product-client.ts";
import type { Reply } from "./reply.ts";
import { Unmet } from "./unmet.ts";

/** A coffee that the visitor added: its id, and the eight fields that were sent. */
export type AddedCoffee = Readonly<{ id: string; fields: CoffeeFields }>;

/**
 * Makes the calls of the rules, and knows which coffees on the server are its own: those that it was told the ids of and,
 * should a reply have been lost, those that carry its mark. It deletes these and no others, and never writes to a coffee
 * that was there when it arrived, whatever ids the server answers.
 */
export class Visitor {
  /** Stands in the name of each coffee that `fields` makes, and nowhere else in the world. */
  readonly mark: string = `conformance-${randomBytes(8).toString("hex")}`;
  readonly #client: ProductClient;
  /** Goes on where the client of the rules stops: what was added is deleted, interrupted or not. */
  readonly #cleaner: ProductClient;
  #foreign: ReadonlySet<string> = new Set();
  readonly #standing = new Set<string>();
  readonly #underWay = new Set<Promise<Reply>>();
  #made = 0;

  constructor(client: ProductClient, cleaner: ProductClient) {
    this.#client = client;
    this.#cleaner = cleaner;
  }

  get refusedForHaste(): readonly Reply[] {
    return [...this.#client.refusedForHaste, ...this.#cleaner.refusedForHaste];
  }

  /** Looks at the coffees that are there before the first rule. Rejects with `NoReply` where the server gives no answer. */
  async arrive(): Promise<void> {
    const { json } = await this.list();
    const coffees: readonly unknown[] = Array.isArray(json) ? json : [];
    this.#foreign = new Set(coffees.map(idTextOf));
  }

  /** Eight fields that tell each coffee and each field of it from all others. */
  fields(): CoffeeFields {
    this.#made += 1;
    const text = (field: string) => `${field} ${this.#made}`;
    return {
      name: `${this.mark} ${this.#made}`,
      chef: text("chef"),
      supplier: text("supplier"),
      taste: text("taste"),
      category: text("category"),
      details: text("details"),
      photo: `https://photos.example/${this.#made}.jpg`,
      price: String(100 + this.#made),
    };
  }

  /** Adds a coffee, by default one of `fields`. Rejects with `Unmet` where no id for it comes back. */
  async add(changes: Partial<CoffeeFields> = {}): Promise<AddedCoffee> {
    const fields = { ...this.fields(), ...changes };
    const reply = await this.post(fields);
    expectSuccess(reply);
    const id = insertedIdOf(reply);
    this.#insistOnOwn(id);
    return { id, fields };
  }

  list(headers?: Sent["headers"]): Promise<Reply> {
    return this.send("GET", "/coffee", { ...(headers && { headers }) });
  }

  find(id: string, headers?: Sent["headers"]): Promise<Reply> {
    return this.send("GET", pathOf(id), { ...(headers && { headers }) });
  }

  post(json: unknown): Promise<Reply> {
    return this.send("POST", "/coffee", { json });
  }

  put(id: string, json: unknown, headers?: Sent["headers"]): Promise<Reply> {
    return this.send("PUT", pathOf(id), { json, ...(headers && { headers }) });
  }

  remove(id: string, headers?: Sent["headers"]): Promise<Reply> {
    return this.send("DELETE", pathOf(id), { ...(headers && { headers }) });
  }

  /** Makes any call, and remembers what it leaves on the server. */
  async send(method: string, path: string, sent: Sent = {}): Promise<Reply> {
    if (["PUT", "DELETE"].includes(method)) this.#insistOnOwn(idIn(path));
    const underWay = this.#client.call(method, path, sent);
    this.#underWay.add(underWay);
    try {
      const reply = await underWay;
      this.#note(method, path, reply);
      return reply;
    } finally {
      this.#underWay.delete(underWay);
    }
  }

  /** Deletes what the rule before has left, once its last call is answered. A failure is made good by `leave`. */
  async tidy(): Promise<void> {
    await Promise.allSettled(this.#underWay);
    for (const id of this.#standing) await this.#deleteQuietly(id);
  }

  /** Deletes every coffee of its own that is still on the server, and gives the ids of those that stay all the same. */
  async leave(): Promise<readonly string[]> {
    await this.tidy();
    const left = await this.#ownInList();
    if (left.length === 0) return [];
    for (const id of left) await this.#deleteQuietly(id);
    return this.#ownInList();
  }

  #note(method: string, path: string, reply: Reply): void {
    const isSuccess = reply.status >= 200 && reply.status < 300;
    const isPut = method === "PUT" && isSuccess && memberOf(reply.json, "matchedCount") !== 0;
    const told = [memberOf(reply.json, "insertedId"), memberOf(reply.json, "upsertedId")];
    const ids = told.filter((id) => id !== undefined && id !== null).map(asText);
    for (const id of isPut ? [...ids, idIn(path)] : ids) if (!this.#foreign.has(id)) this.#standing.add(id);
    if (method === "DELETE" && isSuccess) this.#standing.delete(idIn(path));
  }

  #insistOnOwn(id: string): void {
    if (!this.#foreign.has(id)) return;
    throw new Unmet("POST /coffee", "the id of the coffee that was added", "that of one that was there before");
  }

  /** Whether it worked is seen in the list, so a refusal may pass here. */
  async #deleteQuietly(id: string): Promise<void> {
    const reply = await this.#cleaner.call("DELETE", pathOf(id)).catch(() => undefined);
    if (reply && reply.status < 300) this.#standing.delete(id);
  }

  /** Where no list comes, all that was not seen deleted counts as left. */
  async #ownInList(): Promise<readonly string[]> {
    const reply = await this.#cleaner.call("GET", "/coffee").catch(() => undefined);
    if (!Array.isArray(reply?.json)) return [...this.#standing];
    const listed: readonly unknown[] = reply.json;
    return listed.flatMap((coffee) => {
      const id = idTextOf(coffee);
      return this.#standing.has(id) || this.#isMarked(coffee) ? [id] : [];
    });
  }

  #isMarked(coffee: unknown): boolean {
    return coffeeFields.some((field) => {
      const value = memberOf(coffee, field);
      return typeof value === "string" && value.includes(this.mark);
    });
  }
}

/** An id that is no text breaks a rule, and may do in an address all the same. */
function asText(id: unknown): string {
  return typeof id === "string" ? id : shown(id);
}

function idTextOf(coffee: unknown): string {
  return asText(memberOf(coffee, "_id"));
}

function idIn(path: string): string {
  return decodeURIComponent(path.slice("/coffee/".length));
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
