import { DatabaseError } from "pg";
import type { StoredChange } from "../../catalogue/log/change.ts";
import { operator, type Author, type IdempotentAdd } from "../../catalogue/coffee-store.ts";
import type { ErasureStep } from "../../catalogue/log/erase.ts";
import { Fault } from "../../catalogue/fault.ts";
import { planUndo, readStates, type StateAfter } from "../../catalogue/log/undo.ts";
import { LogDraft, type LogEnd } from "../log/log-draft.ts";
import type { HistoryRow } from "../log/log-rows.ts";
import type { Reads } from "../log/write-plans.ts";
import { BatchState } from "./batch-state.ts";
import { ConnectionLost, type Connection } from "./connection/connection.ts";
import { patientMs, readStatesOf } from "./log-queries.ts";
import type { LogAppend } from "./log-writes.ts";

/** Executes one step of an erasure inside the transaction. */
type ActOnStep = (step: ErasureStep) => Promise<readonly StoredChange[]>;

export type PendingWrite = Readonly<{
  reads: Reads;
  bytes: number;
  by: Author;
  until: number;
  /**
   * Drafts the write's changes. Returns the function that answers the write once they are durable; throws or rejects
   * with what refuses it.
   */
  draft: (draft: LogDraft, act: ActOnStep) => (() => void) | Promise<() => void>;
  refuse: (error: unknown) => void;
}>;

/** The changes of a batch, and how to answer each of its writes once they are durable. */
export type DraftedBatch = LogAppend &
  Readonly<{
    /** Whether an answer reports the change of an earlier add with the same idempotency key. */
    reportsEarlierAdd: boolean;
    answers: readonly (() => void)[];
  }>;

/** The texts that an undo needs. The undo is alone in its batch. If it cannot be planned, its draft refuses it. */
export async function readUndoStates(
  connection: Connection,
  numbers: readonly number[],
  histories: readonly HistoryRow[],
): Promise<StateAfter> {
  const targets = new Set(numbers);
  const ofCoffees = [...Map.groupBy(histories, ({ coffeeId }) => coffeeId).values()];
  const plan = (stateAfter: StateAfter) => ofCoffees.forEach((history) => planUndo(history, targets, stateAfter));
  try {
    return await readStates(plan, (missing) => readStatesOf(connection, missing, patientMs));
  } catch (error) {
    if (error instanceof Fault) return () => null;
    throw error;
  }
}

/** Drafts the writes one after the other. A write that is refused does not affect the others. */
export async function draftAll(
  batch: readonly PendingWrite[],
  begin: LogEnd,
  state: BatchState,
  act: ActOnStep,
  assertStaying: () => void,
  catalogueLimit: number,
  freezeWords: string | undefined,
): Promise<DraftedBatch> {
  const changes: StoredChange[] = [];
  const keys: IdempotentAdd[] = [];
  const answers: (() => void)[] = [];
  let reportsEarlierAdd = false;
  let end = begin;
  for (const {
    reads: { key },
    by,
    draft: fill,
    refuse,
  } of batch) {
    try {
      assertStaying();
      const wasAdded = key !== undefined && state.addByKey(key) !== undefined;
      reportsEarlierAdd ||= wasAdded;
      if (freezeWords !== undefined && by.visitor !== operator && !wasAdded)
        throw new Fault("frozen", { words: freezeWords });
      const draft = new LogDraft(end, state, by);
      const filled = fill(draft, act);
      const answer = filled instanceof Promise ? await filled : filled;
      draft.assertRoom(catalogueLimit);
      state.apply(draft.changes, draft.keys);
      changes.push(...draft.changes);
      keys.push(...draft.keys);
      end = draft.end;
      answers.push(answer);
    } catch (error) {
      if (error instanceof DatabaseError || error instanceof ConnectionLost) throw error; // the transaction is lost
      answers.push(() => refuse(error));
    }
  }
  return { changes, keys, end, reportsEarlierAdd, answers };
}
