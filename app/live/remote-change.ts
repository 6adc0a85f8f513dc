import type { Coffee } from "../../catalogue/coffee.ts";
import { readFields, isRecord } from "../../client/read-coffee.ts";

/** A change from the server's log. */
export type RemoteChange = Readonly<{
  number: number;
  action: "add" | "replace" | "remove";
  coffeeId: string;
  /** The coffee after the change; undefined if the change deleted it. */
  coffee: Coffee | undefined;
  /** Only for a restored coffee: the id of the next coffee in the list, or null if it is the last. */
  nextId: string | null | undefined;
}>;

/** Reads a change from an event of the stream or from a page of the log; undefined if it is malformed. */
export function readRemoteChange(body: unknown): RemoteChange | undefined {
  if (!isRecord(body)) return undefined;
  const { number, action, nextId } = body;
  const coffee = [body["coffee"], body["after"]].find(isRecord);
  const id = body["coffeeId"] ?? coffee?.["_id"];
  if (typeof number !== "number" || typeof id !== "string") return undefined;
  if (action !== "add" && action !== "replace" && action !== "remove") return undefined;
  if (action !== "remove" && !coffee) return undefined;
  return {
    number,
    action,
    coffeeId: id,
    coffee: coffee && action !== "remove" ? { _id: id, ...readFields(coffee) } : undefined,
    nextId: typeof nextId === "string" || nextId === null ? nextId : undefined,
  };
}
