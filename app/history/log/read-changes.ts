import type { CoffeeFields } from "../../../catalogue/coffee.ts";
import type { CoffeeField } from "../../../catalogue/fields.ts";
import type { Answer } from "../../calls/product-server.ts";
import { fieldsFrom, fieldsNamed, isRecord, unreadableReply } from "../../calls/replies/read-reply.ts";
import type { WriteAction } from "../../undo/use-undo.ts";

/** One change as the log tells it, for people. */
export type LoggedChange = Readonly<{
  number: number;
  time: string;
  coffeeId: string;
  /** Null where there was no coffee. */
  before: CoffeeFields | null;
  /** Null where the coffee is gone. */
  after: CoffeeFields | null;
  /** Undefined for whoever runs the shop. */
  visitor: string | undefined;
  undoes: number | undefined;
  isUndone: boolean;
  /** The fields of which the shop has erased the value before, and after. */
  erasedBefore: readonly CoffeeField[];
  erasedAfter: readonly CoffeeField[];
  /** When the shop erased words of it last, and why; undefined where it did not. */
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

/** What a change did to its coffee. */
export function actionOf({ before, after }: LoggedChange): WriteAction {
  if (!before) return "add";
  return after ? "update" : "delete";
}

/** What its coffee was called. */
export function changedCoffeeName({ before, after }: LoggedChange): string {
  return (after ?? before)?.name ?? "";
}
