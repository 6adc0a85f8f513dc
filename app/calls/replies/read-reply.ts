import { emptyFields, type Coffee, type CoffeeFields } from "../../../catalogue/coffee.ts";
import { coffeeFields, textFields, type CoffeeField } from "../../../catalogue/fields.ts";
import { receiptHeader } from "../../../catalogue/log/receipt.ts";
import type {
  AddReply,
  Answer,
  Deletion,
  Failure,
  FieldError,
  FoundCoffee,
  OtherValues,
  RemoveReply,
  ReplaceReply,
  UndoReply,
} from "../product-server.ts";
import { failureWords } from "../../words/failure-words.ts";

/*
 * Replies may come from any product server, so nothing in them is trusted: a field of an unexpected type is shown as
 * text, and never crashes a page.
 */

export function readList(body: unknown): Answer<readonly Coffee[]> {
  if (!Array.isArray(body)) return unreadableReply;
  const list: CoffeesById = new Map();
  addToList(list, body);
  return { ok: true, value: [...list.values()] };
}

export type CoffeesById = Map<string, Coffee>;

/** Adds coffees to a list. If two have the same id, the later one wins, at the earlier one's place. */
export function addToList(list: CoffeesById, items: readonly unknown[]): void {
  for (const coffee of items.filter(isRecord).map(coffeeFrom)) if (hasAddress(coffee)) list.set(coffee._id, coffee);
}

/**
 * False for an empty id, and for "." and "..", which URL parsers resolve as a path: such a coffee cannot be opened or
 * deleted.
 */
function hasAddress({ _id }: Coffee): boolean {
  return !["", ".", ".."].includes(_id);
}

/**
 * Some servers answer an unknown id with null or an empty body. Weak entity tags are dropped, because If-Match may not
 * use them (RFC 9110 §13.1.1).
 */
export function readFoundCoffee(body: unknown, headers: Headers): Answer<FoundCoffee> {
  if (body === null) return { ok: false, failure: { status: 404, words: failureWords.noSuchCoffee } };
  if (!isRecord(body)) return unreadableReply;
  const tag = headers.get("etag");
  const value = { coffee: coffeeFrom(body), tag: tag?.startsWith('"') ? tag : undefined };
  const otherValues = otherValuesFrom(body);
  return { ok: true, value: Object.keys(otherValues).length > 0 ? { ...value, otherValues } : value };
}

export function readAddReply(body: unknown, headers: Headers): Answer<AddReply> {
  if (!isRecord(body)) return unreadableReply;
  const { acknowledged, insertedId } = body;
  const value = { acknowledged: acknowledged === true, insertedId: scalarText(insertedId) || undefined };
  return { ok: true, value: { ...value, ...changeFromReceipt(headers) } };
}

export function readReplaceReply(body: unknown, headers: Headers): Answer<ReplaceReply> {
  if (!isRecord(body)) return unreadableReply;
  const modifiedCount = Number(body["modifiedCount"]) || 0;
  const matchedCount = Number(body["matchedCount"]) || 0;
  const upsertedId = scalarText(body["upsertedId"]) || undefined;
  return { ok: true, value: { modifiedCount, matchedCount, upsertedId, ...changeFromReceipt(headers) } };
}

/** The address of an uploaded photo, for a coffee's `photo`. */
export function readPhotoReply(body: unknown): Answer<string> {
  const photo = isRecord(body) ? body["photo"] : undefined;
  return typeof photo === "string" && photo !== "" ? { ok: true, value: photo } : unreadableReply;
}

/** The body of a reply to DELETE is ignored. */
export function readRemoveReply(_body: unknown, headers: Headers): Answer<RemoveReply> {
  return { ok: true, value: changeFromReceipt(headers) };
}

export function readUndoReply(body: unknown, headers: Headers): Answer<UndoReply> {
  if (!isRecord(body)) return unreadableReply;
  const { coffeeId, coffee, nextId, keptFields, erasedFields } = body;
  const value = {
    coffeeId: scalarText(coffeeId),
    coffee: isRecord(coffee) ? coffeeFrom(coffee) : undefined,
    nextId: scalarText(nextId) || undefined,
    keptFields: fieldsNamed(keptFields),
    erasedFields: fieldsNamed(erasedFields),
  };
  return { ok: true, value: { ...value, ...changeFromReceipt(headers) } };
}

/** Reads the number of the change from the receipt header, which starts with it. */
function changeFromReceipt(headers: Headers): RemoveReply {
  return { change: Number.parseInt(headers.get(receiptHeader) ?? "") || undefined };
}

/** How many characters of a server's message a notice shows. */
const wordsMaxCharacters = 300;

/** Reads an error reply: the detail and fields of a problem (RFC 9457), or the `message` that other servers send. */
export function readFailure(status: number, body: unknown): Failure {
  const { detail, title, message, deleted, errors } = isRecord(body) ? body : {};
  const words = [detail, title, message].find((text) => typeof text === "string" && text !== "");
  const text = scalarText(words).slice(0, wordsMaxCharacters) || failureWords.status(status);
  const deletion = readDeletion(deleted);
  const fieldErrors = fieldErrorsIn(errors);
  return {
    status,
    words: text,
    ...(deletion && { deleted: deletion }),
    ...(fieldErrors.length > 0 && { errors: fieldErrors }),
  };
}

/** The first error of each field of a coffee. Entries of `errors` that name no such field are ignored. */
function fieldErrorsIn(errors: unknown): readonly FieldError[] {
  const all = Array.isArray(errors) ? errors.filter(isRecord) : [];
  return coffeeFields.flatMap((field) => {
    const error = all.find((each) => each["field"] === field && textOf(each["message"]) !== "");
    return error ? { field, message: textOf(error["message"]).slice(0, wordsMaxCharacters) } : [];
  });
}

function readDeletion(deleted: unknown): Deletion | undefined {
  if (!isRecord(deleted)) return undefined;
  const { change, time } = deleted;
  return typeof change === "number" && typeof time === "string" ? { change, time } : undefined;
}

export const unreadableReply: Answer<never> = {
  ok: false,
  failure: { status: 502, words: failureWords.unreadableReply },
};

function coffeeFrom(body: Readonly<Record<string, unknown>>): Coffee {
  return { _id: scalarText(body["_id"]), ...fieldsFrom(body) };
}

export function fieldsFrom(body: Readonly<Record<string, unknown>>): CoffeeFields {
  const texts = { ...emptyFields };
  for (const field of textFields) texts[field] = textOf(body[field]);
  const { price } = body;
  return { ...texts, price: typeof price === "number" ? price : textOf(price) };
}

/** The fields of a coffee that came with a value which is not text, nor a number as the price. */
function otherValuesFrom(body: Readonly<Record<string, unknown>>): OtherValues {
  const isOther = (field: CoffeeField) =>
    field in body && typeof body[field] !== "string" && !(field === "price" && typeof body[field] === "number");
  return Object.fromEntries(coffeeFields.filter(isOther).map((field) => [field, JSON.stringify(body[field])]));
}

/** How deeply nested values are read. Without a limit, a server could overflow the stack. */
const levelsAtMost = 4;

/**
 * The text that a page shows for a value: "milk, cold" for a list, "roast: dark" for an object, and the value alone for
 * MongoDB's typed values such as `{"$numberDecimal": "12.50"}`.
 */
function textOf(value: unknown, level = 0): string {
  if (typeof value !== "object" || value === null) return scalarText(value);
  if (level === levelsAtMost) return "…";
  const parts = Object.entries(value).map(([name, part]) => {
    const text = textOf(part, level + 1);
    return text === "" || Array.isArray(value) || name.startsWith("$") ? text : `${name}: ${text}`;
  });
  return parts.filter((part) => part !== "").join(", ");
}

function scalarText(value: unknown): string {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The names of coffee fields in a list from a reply. */
export function fieldsNamed(list: unknown): CoffeeField[] {
  const names: readonly unknown[] = Array.isArray(list) ? list : [];
  return coffeeFields.filter((field) => names.includes(field));
}
