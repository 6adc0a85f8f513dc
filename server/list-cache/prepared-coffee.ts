import type { Version } from "../../catalogue/log/change.ts";
import { withId } from "../../catalogue/coffee-text.ts";
import type { FollowedChange, ListedRow } from "../../catalogue/coffee-store.ts";
import { entityTag } from "../http/reply/conditional.ts";

/** From so many bytes on a coffee is kept outside of the heap of JavaScript, where as a text it could take twice as much. */
const largeBytes = 4_096;

/** A coffee as `GET /coffee/{id}` sends it. */
export class PreparedCoffee {
  readonly id: string;
  readonly place: number;
  /** The number of its last change. */
  readonly number: number;
  readonly tag: string;
  readonly byteLength: number;
  /** The reply: its bytes where it is large, and else its text. */
  readonly body: string | Buffer;

  constructor(id: string, place: number, version: Version, text: string) {
    this.id = id;
    this.place = place;
    this.number = version.number;
    this.tag = entityTag(version);
    this.byteLength = Buffer.byteLength(text);
    this.body = this.byteLength < largeBytes ? text : Buffer.from(text);
  }

  get text(): string {
    return this.body.toString();
  }
}

export function prepareCoffee({ id, text, version, place }: ListedRow): PreparedCoffee {
  return new PreparedCoffee(id, place, version, withId(id, text));
}

/** What a change made of a coffee; undefined where it is gone. */
export function prepareChange({ coffeeId, after, number, hash, place }: FollowedChange): PreparedCoffee | undefined {
  if (after === null) return undefined;
  return new PreparedCoffee(coffeeId, place, { number, hash }, withId(coffeeId, after));
}
