import { randomBytes } from "node:crypto";
import { coffeeFields, type CoffeeFields } from "../catalogue/coffee.ts";
import { memberOf, shown } from "./expectations.ts";
import type { Reply } from "./reply.ts";
import { Unmet } from "./unmet.ts";

/**
 * Which coffees on the server are the run's own: those whose ids it was told, and, should a reply have been lost, those
 * that carry its mark. One that was there before the run never is, whatever ids the server answers.
 */
export class OwnCoffees {
  /** Stands in the name of each coffee that `fields` makes, and nowhere else in the world. */
  readonly mark: string = `conformance-${randomBytes(8).toString("hex")}`;
  #foreign: ReadonlySet<string> = new Set();
  readonly #standing = new Set<string>();
  #made = 0;

  /** Ids of those that were added and not seen deleted. */
  get standing(): readonly string[] {
    return [...this.#standing];
  }

  /** Takes every coffee of this list for one that others added. */
  leaveAlone(list: Reply): void {
    this.#foreign = new Set(coffeesIn(list).map(idOf));
  }

  /** Throws `Unmet` where the id is that of a coffee which was there before. */
  insistOn(id: string): void {
    if (!this.#foreign.has(id)) return;
    throw new Unmet("POST /coffee", "the id of the coffee that was added", "that of one that was there before");
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

  /** Remembers what a call on the coffee `id` has left on the server, or taken from it. */
  note(method: string, id: string, { status, json }: Reply): void {
    const isSuccess = status >= 200 && status < 300;
    if (method === "DELETE" && isSuccess) this.#standing.delete(id);
    const told = [memberOf(json, "insertedId"), memberOf(json, "upsertedId")];
    const ids = told.filter((each) => each !== undefined && each !== null).map(asText);
    const isWritten = method === "PUT" && isSuccess && memberOf(json, "matchedCount") !== 0;
    for (const each of isWritten ? [...ids, id] : ids) if (!this.#foreign.has(each)) this.#standing.add(each);
  }

  /** The ids of those that stand in this list. */
  idsIn(list: Reply): readonly string[] {
    const own = coffeesIn(list).filter((coffee) => this.#standing.has(idOf(coffee)) || this.#isMarked(coffee));
    return own.map(idOf);
  }

  #isMarked(coffee: unknown): boolean {
    return coffeeFields.some((field) => {
      const value = memberOf(coffee, field);
      return typeof value === "string" && value.includes(this.mark);
    });
  }
}

/** The id in the address of a coffee. */
export function idIn(path: string): string {
  return decodeURIComponent(path.slice("/coffee/".length));
}

function coffeesIn({ json }: Reply): readonly unknown[] {
  return Array.isArray(json) ? json : [];
}

function idOf(coffee: unknown): string {
  return asText(memberOf(coffee, "_id"));
}

/** An id that is no text breaks a rule, and may do in an address all the same. */
function asText(id: unknown): string {
  return typeof id === "string" ? id : shown(id);
}
