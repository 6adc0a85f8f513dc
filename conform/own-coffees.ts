import { recordOf, textFields } from "../catalogue/fields.ts";
import { randomBytes } from "node:crypto";
import type { CoffeeFields } from "../catalogue/coffee.ts";
import { coffeeFields } from "../catalogue/fields.ts";
import { memberOf, showValue } from "./expectations.ts";
import type { Reply } from "./reply.ts";
import { RuleFailed } from "./rule-failed.ts";

/** A coffee as a person finds it on the server. */
export type NamedCoffee = Readonly<{ id: string; name: string }>;

/**
 * Which coffees on the server are the run's own: those that carry its mark, and those whose ids the server told it. One
 * that was there before the run never is, whatever ids the server answers.
 */
export class OwnCoffees {
  /** Stands in the name of each coffee that `fields` makes, and nowhere else in the world. */
  readonly mark: string = `conformance-${randomBytes(8).toString("hex")}`;
  #foreign: ReadonlySet<string> = new Set();
  /** Every id that the server told. An id may come back for a coffee of others, so an id alone proves nothing. */
  readonly #reportedIds = new Set<string>();
  /** Names by id, of those that were added and not answered as deleted. */
  readonly #undeleted = new Map<string, string>();
  #fieldsCount = 0;
  #mayHaveWritten = false;
  #mayHaveAddedBlank = false;

  /** Those that were added and not answered as deleted. */
  get undeleted(): readonly NamedCoffee[] {
    return Array.from(this.#undeleted, ([id, name]) => ({ id, name }));
  }

  /** Whether any request of the run can have added a coffee. */
  get mayHaveWritten(): boolean {
    return this.#mayHaveWritten;
  }

  /** Takes every coffee of this list for one that others added. */
  excludeAll(list: Reply): void {
    this.#foreign = new Set(coffeesIn(list).map(idOf));
  }

  /**
   * Looks at the list of a server that has started again. It may have lost coffees, and begun its ids from the start: an id
   * that was told before counts no longer, unless its coffee still carries the mark or is blank.
   */
  reconcileAfterRestart(list: Reply): void {
    const coffees = coffeesIn(list);
    const own = coffees.filter((coffee) => this.#isMarked(coffee) || this.#isReportedBlank(coffee)).map(idOf);
    for (const id of this.#undeleted.keys()) if (!own.includes(id)) this.#undeleted.delete(id);
    this.#foreign = new Set(coffees.map(idOf).filter((id) => !own.includes(id)));
  }

  /** Throws `RuleFailed` where the id is that of a coffee which was there before. */
  assertOwn(id: string): void {
    if (!this.#foreign.has(id)) return;
    const request = { call: "POST /coffee", sent: "" };
    throw new RuleFailed(request, "the id of the coffee that was added", "that of one that was there before");
  }

  /** Eight fields that tell each coffee and each field of it from all others. */
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
   * Remembers what a call on the coffee `id` has left on the server, or taken from it. `sent` is the JSON of its body;
   * `reply` is missing where none came.
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

  /** Those that stand in this list. */
  listedIn(list: Reply): readonly NamedCoffee[] {
    return coffeesIn(list)
      .filter((coffee) => {
        const isStanding = this.#undeleted.has(idOf(coffee)) && !this.#foreign.has(idOf(coffee));
        return isStanding || this.#isMarked(coffee) || this.#isReportedBlank(coffee);
      })
      .map(namedCoffee);
  }

  /**
   * New coffees without any text in this list, where a request of the run can have added one and the server told no id: they
   * carry no mark, so they may be of others.
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

/** The id in the address of a coffee. */
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

/** An id that is no text breaks a rule, and may do in an address all the same. */
function asText(value: unknown): string {
  return typeof value === "string" ? value : showValue(value);
}
