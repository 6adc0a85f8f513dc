import type { StoredChange, Version } from "../../catalogue/log/change.ts";

/** The parts of a verification, in the order in which they are checked. */
export type VerifiedPart =
  "seal" | "structure" | "log" | "coffees" | "newest change" | "erased words" | "photos" | "backups" | "receipts";

/** The result of one check. `isSound` is undefined if there was nothing to check, or it could not be determined. */
export type Finding = Readonly<{
  part: VerifiedPart;
  isSound: boolean | undefined;
  /** A sentence for the operator. */
  message: string;
  /** The first change that is wrong, if the finding is about a change. */
  change?: number;
}>;

/** The result of verifying a shop's data or a backup. Verifying writes nothing. */
export type Verification = Readonly<{
  file: string;
  isSound: boolean;
  bytes: number;
  /** How many changes are right, counted from the first. */
  changes: number;
  /** How many coffees result from those changes. */
  coffees: number;
  /** The last change that is right. */
  newest: StoredChange | undefined;
  findings: readonly Finding[];
}>;

export type VerifyOptions = Readonly<{
  /**
   * The name of the file that this one is a copy of. The name may contain the number of the last change. Default: the
   * file itself.
   */
  name?: string;
  /** Receipts that clients hold. The log must have each of them. */
  receipts?: readonly Version[];
  /** Called with the number of changes checked so far, and of all. */
  onProgress?: (done: number, all: number) => void;
  /** Stops the check; it then rejects with the signal's reason. */
  signal?: AbortSignal;
}>;

/** A part that was checked and is right. */
export function right(part: VerifiedPart, message: string): Finding {
  return { part, isSound: true, message };
}

/** A part that was checked and is wrong. */
export function wrong(part: VerifiedPart, message: string): Finding {
  return { part, isSound: false, message };
}
