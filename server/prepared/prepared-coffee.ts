import type { PlacedCoffee } from "../../catalogue/coffee-store.ts";
import { entityTag } from "../http/conditional.ts";

/** A coffee as `GET /coffee/{id}` sends it. */
export type PreparedCoffee = Readonly<{ id: string; place: number; tag: string; text: string; byteLength: number }>;

export function prepareCoffee({ coffee, version, place }: PlacedCoffee): PreparedCoffee {
  const text = JSON.stringify(coffee);
  return { id: coffee._id, place, tag: entityTag(version), text, byteLength: Buffer.byteLength(text) };
}
