import type { CoffeeField } from "../catalogue/fields.ts";
import type { FaultCode } from "../catalogue/fault.ts";
import { isRecord, scalarText, textOf } from "./read-coffee.ts";

/** The codes with which Niceties refuses one of the five calls: the last part of a problem's `type`. */
export const serverFaultCodes = [
  "not-json",
  "invalid-coffee",
  "key-not-readable",
  "unknown-client",
  "unknown-address",
  "unknown-coffee",
  "method-not-allowed",
  "too-slow",
  "changed-meanwhile",
  "body-too-large",
  "not-json-type",
  "key-reused",
  "too-many-writes",
  "internal",
  "storage-failed",
  "too-busy",
  "frozen",
  "moving",
  "storage-busy",
  "storage-unknown",
  "storage-unreachable",
  "catalogue-full",
  "storage-full",
] as const satisfies readonly FaultCode[];

/**
 * Why a call failed. Besides the server's own codes:
 *
 * - `unreachable`: no reply came, or it broke off.
 * - `timed-out`: no reply came in time.
 * - `aborted`: the signal of the call aborted.
 * - `unreadable-reply`: the reply says success, but its body is not what the call returns.
 * - `other`: any other refusal, such as that of another product server; `status` says more.
 */
export type CoffeeFaultCode =
  (typeof serverFaultCodes)[number] | "unreachable" | "timed-out" | "aborted" | "unreadable-reply" | "other";

/** What is wrong with one field. `field` is a field of a coffee, `_id`, a name that no coffee has, or "" for them all. */
export type FieldError = Readonly<{ field: CoffeeField | (string & {}); message: string }>;

/** The change that deleted a coffee, by its number in the server's log. `time` is an RFC 3339 time. */
export type Deletion = Readonly<{ change: number; time: string }>;

/** The reply of a failed call. `body` is its parsed JSON, undefined if it is none. */
export type FailedReply = Readonly<{ status?: number; body?: unknown; retryAfter?: string | null }>;

/** A failed call. `code` says why; `cause` is the error of `fetch`, if there is one. `message` is meant for logs. */
export class CoffeeFault extends Error {
  override readonly name = "CoffeeFault";
  /** The method and the path, such as "POST /coffee". */
  readonly call: string;
  readonly code: CoffeeFaultCode;
  /** The HTTP status; undefined if no reply came. It is 404 for an id that no address can hold, which is not sent. */
  readonly status: number | undefined;
  /** The kind of failure, in the language of the reply; empty if the server did not say. */
  readonly title: string;
  /** What happened and what to do, in the language of the reply; empty if the server did not say. */
  readonly detail: string;
  /** What is wrong with which field, in the order of the reply. */
  readonly errors: readonly FieldError[];
  /** How long the server asks to wait before the next try. */
  readonly retryAfterSeconds: number | undefined;
  /** Set if the coffee was deleted, and the server's log says so. */
  readonly deleted: Deletion | undefined;

  /**
   * Without a `code`, reads it and the words from the reply: a problem document (RFC 9457), or the `message` that other
   * servers send.
   */
  constructor(
    call: string,
    code: CoffeeFaultCode | undefined,
    { status, body, retryAfter }: FailedReply = {},
    cause?: unknown,
  ) {
    const { type, title, detail, message, errors, deleted } = isRecord(body) ? body : {};
    const words = scalarText([detail, title, message].find((text) => typeof text === "string" && text !== ""));
    const isCode = (each: string) => scalarText(type).endsWith(`/-/problems/${each}`);
    const why = code ?? serverFaultCodes.find(isCode) ?? "other";
    super(`${call}: ${words || why}`, { cause });
    this.call = call;
    this.code = why;
    this.status = status;
    this.title = scalarText(title);
    this.detail = words;
    this.errors = Array.isArray(errors) ? errors.filter(isRecord).map(readFieldError) : [];
    this.retryAfterSeconds = readRetryAfter(retryAfter);
    this.deleted = readDeletion(deleted);
  }
}

function readFieldError({ field, message }: Readonly<Record<string, unknown>>): FieldError {
  return { field: scalarText(field), message: textOf(message) };
}

function readDeletion(deleted: unknown): Deletion | undefined {
  if (!isRecord(deleted)) return undefined;
  const { change, time } = deleted;
  return typeof change === "number" && typeof time === "string" ? { change, time } : undefined;
}

/** Reads `Retry-After`, a number of seconds or a date (RFC 9110 §10.2.3), as seconds from now. */
export function readRetryAfter(value: string | null | undefined): number | undefined {
  if (/^\d+$/.test(value ?? "")) return Number(value);
  const seconds = Math.ceil((Date.parse(value ?? "") - Date.now()) / 1_000);
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}
