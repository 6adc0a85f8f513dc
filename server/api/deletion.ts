import type { CoffeeStore } from "../../catalogue/coffee-store.ts";

/** The change that deleted a coffee, and when; undoing it brings the coffee back. */
export type Deletion = Readonly<{ change: number; time: string }>;

/** How the coffee with this id went; undefined where it never was, or is there. */
export async function deletionOf(store: CoffeeStore, id: string): Promise<Deletion | undefined> {
  const [last] = await store.select({ coffeeId: id }, 1);
  return last?.action === "remove" ? { change: last.number, time: last.time } : undefined;
}
