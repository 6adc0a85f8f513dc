import type { Action } from "../../../catalogue/log/change.ts";
import type { ChangeWithStatus } from "../../../catalogue/coffee-store.ts";
import { withId } from "../../../catalogue/coffee-text.ts";
import type { PreparedCoffees } from "../../list-cache/prepared-coffees.ts";
import type { TakenChange } from "../../list-cache/list-change.ts";

/**
 * What a change in the log did. The coffee after one that came back is told as of now, `coffees`: whoever takes all changes
 * up to then in comes to the right order, and whoever does not know that coffee has to load the list.
 */
export function takenFromLog(change: ChangeWithStatus, coffees: PreparedCoffees): TakenChange {
  const { number, action, coffeeId, after } = change;
  if (after === null) return { number, action, coffeeId, coffee: undefined };
  const text = withId(coffeeId, after);
  const coffee = { text, byteLength: Buffer.byteLength(text) };
  return { number, action, coffeeId, coffee, ...comingBack(change, coffees) };
}

type Placed = Readonly<{ number: number; action: Action; coffeeId: string }>;

/** The coffee after it in the list, of one that came back to its place by this change. One that is gone again needs none. */
export function comingBack({ number, action, coffeeId }: Placed, coffees: PreparedCoffees): { nextId?: string | null } {
  const found = action === "add" ? coffees.find(coffeeId) : undefined;
  return found && found.place !== number ? { nextId: coffees.idBehind(found.place) } : {};
}
