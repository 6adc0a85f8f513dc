import type { LocalChange } from "../list/coffee-list.tsx";
import type { RemoteChange } from "./remote-change.ts";

/** Converts a change from the server's log into a change of the list. */
export function localChange({ number, action, coffeeId, coffee, nextId }: RemoteChange): LocalChange {
  if (!coffee) return { kind: "delete", id: coffeeId, number };
  if (nextId !== undefined) return { kind: "put", coffee, nextId: nextId ?? undefined, number };
  return { kind: action === "add" ? "add" : "update", coffee, number };
}
