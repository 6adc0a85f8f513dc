import type { Coffee } from "../catalogue/coffee.ts";
import { receiptHeader } from "../catalogue/log/receipt.ts";
import {
  addToList,
  isRecord,
  readCoffee,
  readOtherValues,
  scalarText,
  type CoffeesById,
  type FoundCoffee,
} from "./read-coffee.ts";

/*
 * Each function reads the parsed body of a successful reply, and returns undefined if it cannot.
 */

/** The number of the change that a write made, if the server keeps a log. Undoing the write needs it. */
type WriteReply = Readonly<{ change: number | undefined }>;
/**
 * `insertedId` is the id of the new coffee, and `tag` its entity tag; each is undefined if the server did not say it.
 */
export type AddReply = WriteReply &
  Readonly<{ acknowledged: boolean; insertedId: string | undefined; tag?: string | undefined }>;
/** `modifiedCount` is 0 if the coffee was equal already, or if none matched. `tag` is its new entity tag, if it has one. */
export type ReplaceReply = WriteReply &
  Readonly<{
    acknowledged: boolean;
    tag?: string | undefined;
    matchedCount: number;
    modifiedCount: number;
    /**
     * The id of the coffee that the server added because none matched (MongoDB's upsert). It may differ from the id
     * sent. Niceties never does this.
     */
    upsertedId: string | undefined;
  }>;
/** `deletedCount` is 0 if there was no such coffee, and if the server did not say it. */
export type RemoveReply = WriteReply & Readonly<{ acknowledged: boolean; deletedCount: number }>;

/** Parses JSON. An empty body gives null, a body that is not JSON undefined. */
export function parseBody(text: string): unknown {
  try {
    return text.trim() === "" ? null : JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function readList(body: unknown): readonly Coffee[] | undefined {
  if (!Array.isArray(body)) return undefined;
  const list: CoffeesById = new Map();
  addToList(list, body);
  return [...list.values()];
}

/** Null if there is no coffee: some servers answer an unknown id with null or an empty body. */
export function readFoundCoffee(body: unknown, headers: Headers): FoundCoffee | null | undefined {
  if (!isRecord(body)) return body === null ? null : undefined;
  const found = { coffee: readCoffee(body), tag: readTag(headers) };
  const otherValues = readOtherValues(body);
  return Object.keys(otherValues).length > 0 ? { ...found, otherValues } : found;
}

export function readAddReply(body: unknown, headers: Headers): AddReply | undefined {
  if (!isRecord(body)) return undefined;
  return {
    ...readWrite(body, headers),
    insertedId: scalarText(body["insertedId"]) || undefined,
    tag: readTag(headers),
  };
}

export function readReplaceReply(body: unknown, headers: Headers): ReplaceReply | undefined {
  if (!isRecord(body)) return undefined;
  return {
    ...readWrite(body, headers),
    matchedCount: count(body["matchedCount"]),
    modifiedCount: count(body["modifiedCount"]),
    upsertedId: scalarText(body["upsertedId"]) || undefined,
    tag: readTag(headers),
  };
}

/** Any body will do: the reply's status alone says that the coffee is gone. */
export function readRemoveReply(body: unknown, headers: Headers): RemoveReply {
  const members = isRecord(body) ? body : {};
  return { ...readWrite(members, headers), deletedCount: count(members["deletedCount"]) };
}

/** Weak entity tags are dropped, because If-Match may not use them (RFC 9110 §13.1.1). */
function readTag(headers: Headers): string | undefined {
  const tag = headers.get("etag");
  return tag?.startsWith('"') ? tag : undefined;
}

function readWrite({ acknowledged }: Readonly<Record<string, unknown>>, headers: Headers) {
  return { acknowledged: acknowledged === true, change: readChangeNumber(headers) };
}

/** Reads the number of the change from the receipt header, which starts with it. */
export function readChangeNumber(headers: Headers): number | undefined {
  return Number.parseInt(headers.get(receiptHeader) ?? "") || undefined;
}

function count(value: unknown): number {
  return Number(value) || 0;
}
