import type { Version } from "../../catalogue/log/change.ts";
import { withId } from "../../catalogue/coffee-text.ts";
import type { FollowedChange, ListedRow } from "../../catalogue/coffee-store.ts";
import { entityTag } from "../http/reply/conditional.ts";

/** From this size on, a coffee is kept outside the JavaScript heap: as a string, it could take twice the memory. */
const largeBytes = 4_096;

/** A coffee as `GET /coffee/{id}` sends it. */
export class PreparedCoffee {
  readonly id: string;
  readonly place: number;
  /** The number of the coffee's last change. */
  readonly number: number;
  readonly tag: string;
  readonly byteLength: number;
  /** The body of the reply: its bytes if it is large, otherwise its text. */
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

/** The coffee after a change; undefined if the change removed it. */
export function prepareChange({ coffeeId, after, number, hash, place }: FollowedChange): PreparedCoffee | undefined {
  if (after === null) return undefined;
  return new PreparedCoffee(coffeeId, place, { number, hash }, withId(coffeeId, after));
}
