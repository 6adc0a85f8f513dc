import type { Action } from "../../../catalogue/log/change.ts";
import type { ChangeWithStatus } from "../../../catalogue/coffee-store.ts";
import { withId } from "../../../catalogue/coffee-text.ts";
import type { PreparedCoffees } from "../../list-cache/prepared-coffees.ts";
import type { ListChange } from "../../list-cache/list-change.ts";

/**
 * What a change in the log did to the list. For a coffee that came back to its place, `nextId` is the coffee after it
 * now, in `coffees`. A client that applies all changes up to now gets the right order; one that lacks the next coffee
 * loads the list.
 */
export function listChangeFromLog(change: ChangeWithStatus, coffees: PreparedCoffees): ListChange {
  const { number, action, coffeeId, after } = change;
  if (after === null) return { number, action, coffeeId, coffee: undefined };
  const text = withId(coffeeId, after);
  const coffee = { text, byteLength: Buffer.byteLength(text) };
  return { number, action, coffeeId, coffee, ...comingBack(change, coffees) };
}

type Placed = Readonly<{ number: number; action: Action; coffeeId: string }>;

/**
 * The `nextId` of a change that brought a coffee back to its place. Empty for every other change, and if the coffee is
 * gone again.
 */
export function comingBack({ number, action, coffeeId }: Placed, coffees: PreparedCoffees): { nextId?: string | null } {
  const found = action === "add" ? coffees.find(coffeeId) : undefined;
  return found && found.place !== number ? { nextId: coffees.idBehind(found.place) } : {};
}
