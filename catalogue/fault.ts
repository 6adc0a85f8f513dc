/** Everything that can be expected to go wrong with a coffee. `server/api/problem.ts` turns each into its reply. */
export type FaultCode =
  | "body-too-large"
  | "invalid-coffee"
  | "not-json"
  | "not-json-type"
  | "unknown-address"
  | "unknown-coffee"
  | "method-not-allowed"
  | "unknown-change"
  | "changed-meanwhile"
  | "key-not-readable"
  | "key-reused"
  | "too-many-writes"
  | "frozen"
  | "storage-full"
  | "storage-busy"
  | "storage-failed"
  | "storage-unknown"
  | "storage-unreachable";

export type FieldFault = Readonly<{ field: string; message: string }>;

/** An expected failure; `detail` is written for the person who reads the reply. */
export class Fault extends Error {
  override readonly name = "Fault";
  readonly code: FaultCode;
  readonly errors: readonly FieldFault[];

  constructor(code: FaultCode, detail: string, errors: readonly FieldFault[] = [], cause?: unknown) {
    super(detail, { cause });
    this.code = code;
    this.errors = errors;
  }
}
