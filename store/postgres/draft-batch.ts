import { DatabaseError } from "pg";
import type { StoredChange } from "../../catalogue/log/change.ts";
import { operator, type Author, type IdempotentAdd } from "../../catalogue/coffee-store.ts";
import type { ErasureStep } from "../../catalogue/log/erase.ts";
import { Fault } from "../../catalogue/fault.ts";
import { sameInEveryLanguage } from "../../catalogue/language.ts";
import { planUndo, readStates, type StateAfter } from "../../catalogue/log/undo.ts";
import { LogDraft, type LogEnd } from "../log/log-draft.ts";
import type { HistoryRow } from "../log/log-rows.ts";
import type { Reads } from "../log/write-plans.ts";
import { BatchState } from "./batch-state.ts";
import { ConnectionLost, type Connection } from "./connection/connection.ts";
import { patientMs, readStatesOf } from "./log-queries.ts";
import type { LogAppend } from "./log-writes.ts";

/** Answers what the steps of an erasure ask for, inside the transaction. */
type ActOnStep = (step: ErasureStep) => Promise<readonly StoredChange[]>;

export type PendingWrite = Readonly<{
  reads: Reads;
  bytes: number;
  by: Author;
  until: number;
  /** Throws or rejects with what refuses the write; what it returns answers it. */
  draft: (draft: LogDraft, act: ActOnStep) => (() => void) | Promise<() => void>;
  refuse: (error: unknown) => void;
}>;

/** What is to be written for a batch, and how each of its writes is answered once that is done. */
export type DraftedBatch = LogAppend &
  Readonly<{
    /** Whether an answer tells of what an earlier write made. */
    reportsEarlierAdd: boolean;
    answers: readonly (() => void)[];
  }>;

/** What the undo of these changes reads, which is alone in its batch. One that cannot be planned is refused by its draft. */
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

/** A write that is refused leaves the others as they are. */
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
        throw new Fault("frozen", sameInEveryLanguage(freezeWords));
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
      if (error instanceof DatabaseError || error instanceof ConnectionLost) throw error; // its transaction is over
      answers.push(() => refuse(error));
    }
  }
  return { changes, keys, end, reportsEarlierAdd, answers };
}
