import type { Translated } from "./language.ts";

/** Expected failures. `server/http/problem.ts` turns each into its reply. */
export type FaultCode =
  | "body-too-large"
  | "invalid-coffee"
  | "not-json"
  | "not-json-type"
  | "not-a-form"
  | "foreign-form"
  | "unknown-address"
  | "unknown-client"
  | "unknown-coffee"
  | "deleted-coffee"
  | "method-not-allowed"
  | "unknown-change"
  | "changed-meanwhile"
  | "undo-not-shown"
  | "key-not-readable"
  | "key-reused"
  | "number-not-readable"
  | "undo-too-large"
  | "too-many-writes"
  | "too-many-streams"
  | "too-busy"
  | "frozen"
  | "moving"
  | "drawing-busy"
  | "catalogue-full"
  | "storage-full"
  | "storage-busy"
  | "storage-failed"
  | "storage-unknown"
  | "storage-unreachable";

export type FieldFault = Readonly<{ field: string; message: Translated }>;

/** An expected failure. `detail` is written for the person who reads the reply; `message` is its English text. */
export class Fault extends Error {
  override readonly name = "Fault";
  readonly code: FaultCode;
  readonly detail: Translated;
  readonly errors: readonly FieldFault[];

  constructor(code: FaultCode, detail: Translated, errors: readonly FieldFault[] = [], cause?: unknown) {
    super(detail.en, { cause });
    this.code = code;
    this.detail = detail;
    this.errors = errors;
  }
}
