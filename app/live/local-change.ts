import type { LocalChange } from "../list/coffee-list.tsx";
import type { ToldChange } from "./remote-change.ts";

/** What a change that the server told of means to the list in the browser. */
export function localChange({ number, action, coffeeId, coffee, nextId }: ToldChange): LocalChange {
  if (!coffee) return { did: "delete", id: coffeeId, number };
  if (nextId !== undefined) return { did: "put", coffee, nextId: nextId ?? undefined, number };
  return { did: action === "add" ? "add" : "update", coffee, number };
}
