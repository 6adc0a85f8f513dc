import { randomBytes } from "node:crypto";
import type { CoffeeFields } from "../catalogue/coffee.ts";
import { coffeeFields, recordOf, textFields } from "../catalogue/fields.ts";
import { memberOf, showValue } from "./expectations.ts";
import type { Reply } from "./reply.ts";
import { RuleFailed } from "./rule-failed.ts";

/** A coffee on the server, as a person can find it. */
export type NamedCoffee = Readonly<{ id: string; name: string }>;

/** What is left of the run's coffees on the server. */
export type Remains = Readonly<{
  /** Coffees that the server did not delete or, without a list at the end, did not confirm as deleted. */
  left: readonly NamedCoffee[];
  /** Coffees without any text. They may be the run's or someone else's, so they were not deleted. */
  possiblyLeft: readonly NamedCoffee[];
  /** Whether this is certain: a list was read at the end, or nothing was written. */
  isSure: boolean;
}>;

/**
 * Decides which coffees on the server belong to the run: those with its mark, and those whose ids the server returned.
 * A coffee that was there before the run never belongs to it, even if the server returns its id for an add.
 */
export class OwnCoffees {
  /** Part of the name of each coffee that `fields` makes, and of no other name. */
  readonly mark: string = `conformance-${randomBytes(8).toString("hex")}`;
  #foreign: ReadonlySet<string> = new Set();
  /** Every id that the server returned. An id may later be that of another coffee, so an id alone proves nothing. */
  readonly #reportedIds = new Set<string>();
  /** Coffees that were added and not confirmed as deleted: their names, by id. */
  readonly #undeleted = new Map<string, string>();
  #fieldsCount = 0;
  #mayHaveWritten = false;
  #mayHaveAddedBlank = false;

  /** Coffees that were added and not confirmed as deleted. */
  get undeleted(): readonly NamedCoffee[] {
    return Array.from(this.#undeleted, ([id, name]) => ({ id, name }));
  }

  /** What is left according to the replies, if the list cannot be read. */
  get remainsWithoutList(): Remains {
    return { left: this.undeleted, possiblyLeft: [], isSure: !this.#mayHaveWritten };
  }

  /** Marks every coffee of this list as someone else's. */
  excludeAll(list: Reply): void {
    this.#foreign = new Set(coffeesIn(list).map(idOf));
  }

  /**
   * Call it with the list of a server that has restarted. It may have lost coffees, and begun its ids again. So an id
   * that it returned before no longer counts, unless its coffee has the mark or is blank.
   */
  reconcileAfterRestart(list: Reply): void {
    const coffees = coffeesIn(list);
    const own = coffees.filter((coffee) => this.#isMarked(coffee) || this.#isReportedBlank(coffee)).map(idOf);
    for (const id of this.#undeleted.keys()) if (!own.includes(id)) this.#undeleted.delete(id);
    this.#foreign = new Set(coffees.map(idOf).filter((id) => !own.includes(id)));
  }

  /** Throws `RuleFailed` if the id is that of a coffee from before the run. */
  assertOwn(id: string): void {
    if (!this.#foreign.has(id)) return;
    const request = { call: "POST /coffee", sent: "" };
    throw new RuleFailed(request, "the id of the coffee that was added", "that of one that was there before");
  }

  /** Eight fields that differ from those of every other coffee. */
  fields(): CoffeeFields {
    this.#fieldsCount += 1;
    return {
      ...recordOf(textFields, (field) => `${field} ${this.#fieldsCount}`),
      name: `${this.mark} ${this.#fieldsCount}`,
      photo: `https://photos.example/${this.#fieldsCount}.jpg`,
      price: String(100 + this.#fieldsCount),
    };
  }

  /**
   * Records what a call on the coffee `id` has left on the server, or removed. `body` is the call's JSON; `reply` is
   * undefined if there was none.
   */
  recordCall(method: string, id: string, body: unknown, reply?: Reply): void {
    const { status = 0, json } = reply ?? {};
    const isSuccess = status >= 200 && status < 300;
    const isRefused = status >= 400 && status < 500;
    if (method === "POST" || method === "PUT") this.#mayHaveWritten = true;
    if (method === "DELETE" && (isSuccess || status === 404 || status === 410)) this.#undeleted.delete(id);
    const reported = [memberOf(json, "insertedId"), memberOf(json, "upsertedId")];
    const ids = reported.filter((each) => each !== undefined && each !== null).map(asText);
    if (method === "POST" && ids.length === 0 && !isRefused) this.#mayHaveAddedBlank = true;
    const isWritten = method === "PUT" && isSuccess && memberOf(json, "matchedCount") !== 0;
    for (const each of isWritten ? [...ids, id] : ids) {
      if (this.#foreign.has(each)) continue;
      this.#reportedIds.add(each);
      this.#undeleted.set(each, nameOf(body));
    }
  }

  /** The run's coffees in this list. */
  listedIn(list: Reply): readonly NamedCoffee[] {
    return coffeesIn(list)
      .filter((coffee) => {
        const isStanding = this.#undeleted.has(idOf(coffee)) && !this.#foreign.has(idOf(coffee));
        return isStanding || this.#isMarked(coffee) || this.#isReportedBlank(coffee);
      })
      .map(namedCoffee);
  }

  /**
   * New blank coffees in this list, if the run may have added one whose id the server did not return. They have no
   * mark, so they may be someone else's.
   */
  possiblyListedIn(list: Reply): readonly NamedCoffee[] {
    if (!this.#mayHaveAddedBlank) return [];
    const isNew = (coffee: unknown) => !this.#foreign.has(idOf(coffee)) && !this.#reportedIds.has(idOf(coffee));
    return coffeesIn(list)
      .filter((coffee) => isBlank(coffee) && isNew(coffee))
      .map(namedCoffee);
  }

  #isMarked(coffee: unknown): boolean {
    return coffeeFields.some((field) => {
      const value = memberOf(coffee, field);
      return typeof value === "string" && value.toLowerCase().includes(this.mark);
    });
  }

  #isReportedBlank(coffee: unknown): boolean {
    return this.#reportedIds.has(idOf(coffee)) && isBlank(coffee);
  }
}

/** The id in the path of a coffee. */
export function idIn(path: string): string {
  return decodeURIComponent(path.slice("/coffee/".length));
}

function coffeesIn({ json }: Reply): readonly unknown[] {
  return Array.isArray(json) ? json : [];
}

function isBlank(coffee: unknown): boolean {
  return coffeeFields.every((field) => ["", undefined, null].some((value) => value === memberOf(coffee, field)));
}

function namedCoffee(coffee: unknown): NamedCoffee {
  return { id: idOf(coffee), name: nameOf(coffee) };
}

function idOf(coffee: unknown): string {
  return asText(memberOf(coffee, "_id") ?? "");
}

function nameOf(coffee: unknown): string {
  return asText(memberOf(coffee, "name") ?? "");
}

/** An id that is not text breaks a rule, but may still work in a path. */
function asText(value: unknown): string {
  return typeof value === "string" ? value : showValue(value);
}
