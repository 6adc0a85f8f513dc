import type { CoffeeFields } from "../../../catalogue/coffee.ts";
import type { CoffeeField } from "../../../catalogue/fields.ts";
import type { Answer } from "../../calls/product-server.ts";
import { fieldsFrom, fieldsNamed, isRecord, unreadableReply } from "../../calls/replies/read-reply.ts";
import type { WriteAction } from "../../undo/use-undo.ts";

/** One change, as the log shows it. */
export type LoggedChange = Readonly<{
  number: number;
  time: string;
  coffeeId: string;
  /** Null if the change added the coffee. */
  before: CoffeeFields | null;
  /** Null if the change deleted the coffee. */
  after: CoffeeFields | null;
  /** The visitor's code; undefined for the shop's operator. */
  visitor: string | undefined;
  undoes: number | undefined;
  isUndone: boolean;
  /** Fields whose value before the change, or after it, the shop has erased. */
  erasedBefore: readonly CoffeeField[];
  erasedAfter: readonly CoffeeField[];
  /** When and why the shop last erased words from the change; undefined if it never did. */
  erased: Readonly<{ time: string; reason: string }> | undefined;
}>;

export type ChangesPage = Readonly<{ changes: readonly LoggedChange[]; hasMore: boolean }>;

export function readChanges(body: unknown): Answer<ChangesPage> {
  if (!isRecord(body) || !Array.isArray(body["changes"])) return unreadableReply;
  return {
    ok: true,
    value: { changes: body["changes"].filter(isRecord).map(changeFrom), hasMore: body["hasMore"] === true },
  };
}

function changeFrom(body: Readonly<Record<string, unknown>>): LoggedChange {
  const { number, time, coffeeId, before, after, visitor, undoes, isUndone, erased } = body;
  return {
    number: Number(number),
    time: String(time),
    coffeeId: String(coffeeId),
    before: isRecord(before) ? fieldsFrom(before) : null,
    after: isRecord(after) ? fieldsFrom(after) : null,
    visitor: typeof visitor === "string" && visitor !== "operator" ? visitor : undefined,
    undoes: typeof undoes === "number" ? undoes : undefined,
    isUndone: isUndone === true,
    erasedBefore: fieldsNamed(body["erasedBefore"]),
    erasedAfter: fieldsNamed(body["erasedAfter"]),
    erased: isRecord(erased) ? { time: String(erased["time"]), reason: String(erased["reason"]) } : undefined,
  };
}

export function actionOf({ before, after }: LoggedChange): WriteAction {
  if (!before) return "add";
  return after ? "update" : "delete";
}

/** The name of the coffee after the change, or before it if it was deleted. */
export function changedCoffeeName({ before, after }: LoggedChange): string {
  return (after ?? before)?.name ?? "";
}
