import type { Coffee } from "../../catalogue/coffee.ts";
import { fieldsFrom, isRecord } from "../calls/replies/read-reply.ts";

/** What became of a coffee, as the server tells it of each change in its log. */
export type RemoteChange = Readonly<{
  number: number;
  action: "add" | "replace" | "remove";
  coffeeId: string;
  /** As it was after it; undefined where it was gone. */
  coffee: Coffee | undefined;
  /** Of a coffee that came back to its old place alone: the coffee after it, or null where it was the last. */
  nextId: string | null | undefined;
}>;

/** A change from an event of the stream, or from a page of the log; undefined where it is neither. */
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
    coffee: coffee && action !== "remove" ? { _id: id, ...fieldsFrom(coffee) } : undefined,
    nextId: typeof nextId === "string" || nextId === null ? nextId : undefined,
  };
}
