import type { StoredChange, Version } from "../../catalogue/log/change.ts";

/** What is looked at, in this order. */
export type VerifiedPart =
  "seal" | "structure" | "log" | "coffees" | "newest change" | "erased words" | "backups" | "receipts";

/** What came of looking at one part; `isSound` is undefined where there was nothing to look at, or it could not be told. */
export type Finding = Readonly<{
  part: VerifiedPart;
  isSound: boolean | undefined;
  /** A sentence for people. */
  message: string;
  /** The first change that does not fit, where it is one. */
  change?: number;
}>;

/** What came of checking a shop's data, or a backup of it, which are left as they are. */
export type Verification = Readonly<{
  file: string;
  isSound: boolean;
  bytes: number;
  /** How many fit, one after the other, from the first. */
  changes: number;
  /** How many coffees these add up to. */
  coffees: number;
  /** The last change that fits. */
  newest: StoredChange | undefined;
  findings: readonly Finding[];
}>;

export type VerifyOptions = Readonly<{
  /** The file that it is a copy of, whose name may tell its last change; itself where this is left out. */
  name?: string;
  /** Versions that somebody was told, each to be found in the log. */
  receipts?: readonly Version[];
  /** Hears how many changes are checked, and how many there are. */
  onProgress?: (done: number, all: number) => void;
  /** Ends the check where it is; it rejects with the signal's reason. */
  signal?: AbortSignal;
}>;

/** A part in which all fits. */
export function right(part: VerifiedPart, message: string): Finding {
  return { part, isSound: true, message };
}

/** A part in which something does not. */
export function wrong(part: VerifiedPart, message: string): Finding {
  return { part, isSound: false, message };
}
