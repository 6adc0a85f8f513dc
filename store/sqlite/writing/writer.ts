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

/** The writes of `CoffeeStore` as data, which can go from thread to thread. */
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
 * What came of a write: the changes that it made, or made when it was sent before, what an undo left as it is, the key of
 * the day that was asked for, and how many changes an erasure took words out of.
 */
export type Outcome = Readonly<{
  changes: readonly MadeChange[];
  kept: readonly SupersededFields[];
  dayKey: string;
  touched?: number | undefined;
}>;

export type OnProgress = (done: number, all: number) => void;

/** Hears of each version that a commit led to, once it is durable and before those who asked for it do. */
export type OnDurable = (version: Version, changes: readonly FollowedChange[]) => void;

/** The one who writes to a file for a process. All reject with the faults of `CoffeeStore`. */
export interface Writer {
  /** Resolves once the write is durable. */
  write(request: WriteRequest, onProgress?: OnProgress): Promise<Outcome>;

  /** Resolves while writes can go ahead. */
  ready(): Promise<void>;

  /** Waits for the writes under way, though not for long. */
  close(): Promise<void>;
}
