import { coffeeFields, type CoffeeField } from "../../../catalogue/fields.ts";
import type { Answer } from "../../calls/product-server.ts";
import { fieldsNamed, isRecord, unreadableReply } from "../../calls/replies/read-reply.ts";

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

export function readUndoPreview(body: unknown, headers: Headers): Answer<UndoPreview> {
  if (!isRecord(body) || !Array.isArray(body["changes"]) || !Array.isArray(body["coffees"])) return unreadableReply;
  return {
    ok: true,
    value: {
      tag: headers.get("etag") ?? "",
      changeCount: body["changes"].length,
      hasMore: body["hasMore"] === true,
      coffees: body["coffees"].filter(isRecord).map(coffeeFrom),
    },
  };
}

/** The numbers of the changes that the undo made, and the fields that stay blank because the shop erased them. */
export type VisitorUndo = Readonly<{ changes: readonly number[]; erasedFields: readonly CoffeeField[] }>;

export function readVisitorUndo(body: unknown): Answer<VisitorUndo> {
  if (!isRecord(body) || !Array.isArray(body["changes"])) return unreadableReply;
  return {
    ok: true,
    value: { changes: body["changes"].map(Number), erasedFields: fieldsNamed(body["erasedFields"]) },
  };
}

function coffeeFrom({
  coffeeId,
  name,
  isThere,
  willBeThere,
  takenBack,
  kept,
  erasedFields,
}: Readonly<Record<string, unknown>>): CoffeePreview {
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
