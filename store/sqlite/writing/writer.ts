import type { Version } from "../../../catalogue/log/change.ts";
import type {
  Author,
  ErasureRequest,
  FollowedChange,
  Freeze,
  IncomingCoffee,
  MadeChange,
  ManyOptions,
  Precondition,
} from "../../../catalogue/coffee-store.ts";
import type { CoffeeText } from "../../../catalogue/coffee-text.ts";
import type { SupersededFields } from "../../../catalogue/log/undo.ts";

type WithPrecondition<Condition> = Readonly<{ by: Author; precondition?: Condition | undefined }>;
type WithPreconditionOfMany = WithPrecondition<ManyOptions["precondition"]>;

/** The writes of `CoffeeStore` as data, which can be sent to a thread. */
export type LoggedWrite = Readonly<
  | { kind: "add"; text: CoffeeText; by: Author; key?: string | undefined }
  | ({ kind: "replace"; id: string; text: CoffeeText } & WithPrecondition<Precondition>)
  | ({ kind: "remove"; id: string } & WithPrecondition<Precondition>)
  | ({ kind: "undo"; numbers: readonly number[] } & WithPreconditionOfMany)
  | ({ kind: "erase"; erasure: ErasureRequest } & WithPreconditionOfMany)
  | ({ kind: "import"; coffees: readonly IncomingCoffee[]; isWhole: boolean } & WithPreconditionOfMany)
>;
export type WriteRequest = LoggedWrite | UnloggedWrite;
export type UnloggedWrite = Readonly<
  | { kind: "freeze"; freeze: Freeze }
  | { kind: "thaw" }
  | { kind: "dayKey"; day: string }
  | { kind: "forgetDayKeys"; before: string }
>;

/**
 * The result of a write: its changes, or those of an earlier add with the same key; what an undo left as it is; the day
 * key that was requested; and from how many changes an erasure took words.
 */
export type Outcome = Readonly<{
  changes: readonly MadeChange[];
  kept: readonly SupersededFields[];
  dayKey: string;
  touched?: number | undefined;
}>;

export type OnProgress = (done: number, all: number) => void;

/** Called with each version once it is durable, before its writes are answered. */
export type OnDurable = (version: Version, changes: readonly FollowedChange[]) => void;

/** Writes to a file for one process. All calls reject with the faults of `CoffeeStore`. */
export interface Writer {
  /** Resolves once the write is durable. */
  write(request: WriteRequest, onProgress?: OnProgress): Promise<Outcome>;

  /** Resolves while writes are possible. */
  ready(): Promise<void>;

  /** Waits a short time for pending writes. */
  close(): Promise<void>;
}
