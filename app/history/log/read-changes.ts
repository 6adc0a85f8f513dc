import type { CoffeeFields } from "../../../catalogue/coffee.ts";
import { coffeeFields, type CoffeeField } from "../../../catalogue/fields.ts";
import { readFields, isRecord } from "../../../client/read-coffee.ts";
import { fieldsNamed } from "../../calls/replies/read-reply.ts";
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

export function readChanges(body: unknown): ChangesPage | undefined {
  if (!isRecord(body) || !Array.isArray(body["changes"])) return undefined;
  const changes = body["changes"].filter(isRecord).map(changeFrom);
  return { changes, hasMore: body["hasMore"] === true };
}

function changeFrom(body: Readonly<Record<string, unknown>>): LoggedChange {
  const { number, time, coffeeId, before, after, visitor, undoes, isUndone, erased } = body;
  return {
    number: Number(number),
    time: String(time),
    coffeeId: String(coffeeId),
    before: isRecord(before) ? readFields(before) : null,
    after: isRecord(after) ? readFields(after) : null,
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

/** What undoing all changes of a visitor would do. Sending `tag` as If-Match makes the server do exactly that. */
export type UndoPreview = Readonly<{
  tag: string;
  changeCount: number;
  /** Whether the visitor made more changes, which this undo leaves out. */
  hasMore: boolean;
  coffees: readonly CoffeePreview[];
}>;

export type CoffeePreview = Readonly<{
  coffeeId: string;
  name: string;
  becomes: "back" | "gone" | "changed" | "same";
  stays: readonly RemainingField[];
  /** Fields that stay blank, because the shop erased their old values. */
  erasedFields: readonly CoffeeField[];
}>;

/** A field that is not undone, and the visitor who wrote it later; undefined for the shop's operator. */
export type RemainingField = Readonly<{ field: CoffeeField; visitor: string | undefined }>;

export function readUndoPreview(body: unknown, headers: Headers): UndoPreview | undefined {
  if (!isRecord(body) || !Array.isArray(body["changes"]) || !Array.isArray(body["coffees"])) return undefined;
  return {
    tag: headers.get("etag") ?? "",
    changeCount: body["changes"].length,
    hasMore: body["hasMore"] === true,
    coffees: body["coffees"].filter(isRecord).map(coffeeFrom),
  };
}

/** The numbers of the changes that the undo made, and the fields that stay blank because the shop erased them. */
export function readVisitorUndo(body: unknown): { changes: number[]; erasedFields: CoffeeField[] } | undefined {
  if (!isRecord(body) || !Array.isArray(body["changes"])) return undefined;
  const { changes, erasedFields } = body;
  return { changes: changes.map(Number), erasedFields: fieldsNamed(erasedFields) };
}

function coffeeFrom(body: Readonly<Record<string, unknown>>): CoffeePreview {
  const { coffeeId, name, isThere, willBeThere, takenBack, kept, erasedFields } = body;
  const isTouched = Array.isArray(takenBack) && takenBack.length > 0;
  const touched = isThere === true ? (willBeThere === true ? "changed" : "gone") : "back";
  return {
    coffeeId: String(coffeeId),
    name: String(name),
    becomes: isTouched && (isThere === true || willBeThere === true) ? touched : "same",
    stays: (Array.isArray(kept) ? kept : []).filter(isRecord).flatMap(remainingFieldFrom),
    erasedFields: fieldsNamed(erasedFields),
  };
}

function remainingFieldFrom({ field, visitor }: Readonly<Record<string, unknown>>): RemainingField[] {
  const knownField = coffeeFields.find((each) => each === field);
  const who = typeof visitor === "string" && visitor !== "operator" ? visitor : undefined;
  return knownField ? [{ field: knownField, visitor: who }] : [];
}
