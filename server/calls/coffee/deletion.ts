import { emptyFields } from "../../../catalogue/coffee.ts";
import { coffeeText } from "../../../catalogue/coffee-text.ts";
import type { CoffeeStore } from "../../../catalogue/coffee-store.ts";
import type { ShownPast } from "../changes/shown-past.ts";

/** The change that deleted a coffee, and when; undoing it brings the coffee back. */
export type Deletion = Readonly<{ change: number; time: string }>;

/**
 * The deletion of the coffee with this id. Undefined if it never existed, still exists or was erased, or if visitors do
 * not see that change.
 */
export async function deletionOf(store: CoffeeStore, past: ShownPast, id: string): Promise<Deletion | undefined> {
  const [last] = await store.select({ coffeeId: id }, 1);
  const isErased = last?.erasedBefore !== undefined && last.before === coffeeText(emptyFields);
  const isShown = last?.action === "remove" && !isErased && past.shows(last.time);
  return isShown ? { change: last.number, time: last.time } : undefined;
}
