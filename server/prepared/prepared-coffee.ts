import type { Version } from "../../catalogue/change.ts";
import type { FollowedChange, PlacedCoffee } from "../../catalogue/coffee-store.ts";
import { entityTag } from "../http/conditional.ts";

/** A coffee as `GET /coffee/{id}` sends it. */
export type PreparedCoffee = Readonly<{ id: string; place: number; tag: string; text: string; byteLength: number }>;

export function prepareCoffee({ coffee, version, place }: PlacedCoffee): PreparedCoffee {
  return prepared(coffee._id, JSON.stringify(coffee), version, place);
}

/** What a change made of a coffee; undefined where it is gone. */
export function prepareChange({ coffeeId, after, number, hash, place }: FollowedChange): PreparedCoffee | undefined {
  if (after === null) return undefined;
  return prepared(coffeeId, `{"_id":${JSON.stringify(coffeeId)},${after.slice(1)}`, { number, hash }, place);
}

function prepared(id: string, text: string, version: Version, place: number): PreparedCoffee {
  return { id, place, tag: entityTag(version), text, byteLength: Buffer.byteLength(text) };
}
