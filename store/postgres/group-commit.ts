// Over 300 lines: one queue and its failures, which share their state.
import { setImmediate as nextTurn, setTimeout as delay } from "node:timers/promises";
import type { Author } from "../../catalogue/coffee-store.ts";
import { isCoffeeId } from "../../catalogue/coffee-id.ts";
import { runStepsAsync } from "../../catalogue/log/erase.ts";
import { Fault } from "../../catalogue/fault.ts";
import { assertNotMoving } from "../copies/move-marks.ts";
import type { SteppedPlan, WritePlan } from "../log/write-plans.ts";
import type { AcknowledgedVersion } from "./acknowledged-version.ts";
import { BatchState } from "./batch-state.ts";
import { faultOf, passes } from "./connection/driver-errors.ts";
import { ConnectionSlot } from "./connection/slot.ts";
import { Connection, ConnectionLost } from "./connection/connection.ts";
import { readMoves } from "./move-marks.ts";
import {
  lockEnd,
  patientMs,
  quickMs,
  readFreeze,
  readHash,
  readHistoriesOf,
  readStored,
  readStoredByIds,
  readAddsByKey,
  readCoffeesOfChanges,
  readStoredOf,
} from "./log-queries.ts";
import { append, rewrite } from "./log-writes.ts";
import { readUndoStates, draftAll, type PendingWrite, type DraftedBatch } from "./draft-batch.ts";

/** How long closing waits. Writes that are not made by then are refused; they were not acknowledged. */
const closeWaitMs = 1_000;

const retryEveryMs = 25;

/** Added to the server's own time limit, for its answer to arrive. */
const answerMs = 500;

const mostWrites = 256;

const mostBytes = 1_000_000;

/** An undo of this many changes reads and writes about as much as a whole batch. */
const manyNumbers = 64;

/** Limit for drafting a large write. If its process dies meanwhile, other writers wait this long. */
const largeDraftMs = 20_000;

/**
 * Commits the writes of this process, in their order, over one connection. Writes that arrive during a commit share the
 * next transaction. Each transaction first locks the one row that holds the end of the log. So the processes that share
 * a database write one after the other, and the numbers of changes follow commits without a gap. See decision 0015.
 */
export class GroupCommit {
  readonly #url: string;
  readonly #place: string;
  readonly #waitMs: number;
  readonly #slot: ConnectionSlot;
  readonly #acknowledged: AcknowledgedVersion;
  readonly #catalogueLimit: number;

  #pending: PendingWrite[] = [];
  /** How many writes may share a transaction. Halved after a failure, doubled after a success. */
  #batchLimit = mostWrites;
  #working: Promise<void> | undefined;
  /** Whether the disk was full at the last write. The operator gets one report. */
  #isFull = false;
  #isClosing = false;
  #isClosed = false;

  constructor(url: string, place: string, waitMs: number, acknowledged: AcknowledgedVersion, catalogueLimit: number) {
    this.#catalogueLimit = catalogueLimit;
    this.#url = url;
    this.#place = place;
    this.#waitMs = waitMs;
    this.#slot = new ConnectionSlot(url);
    this.#acknowledged = acknowledged;
  }

  /** Resolves once the write is durable. Rejects with what the plan throws, or with a fault of the storage. */
  write<T>(plan: WritePlan<T> | SteppedPlan<T>, by: Author): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) throw new Error("The store is closed.");
      this.#pending.push({
        reads: plan.reads,
        bytes: plan.bytes,
        by,
        draft: (draft, act) => {
          if ("steps" in plan) return runStepsAsync(plan.steps(draft), act).then((result) => () => resolve(result));
          const result = plan.draft(draft);
          return () => resolve(result);
        },
        refuse: reject,
        until: performance.now() + this.#waitMs,
      });
      this.#working ??= this.#work();
    });
  }

  /** After a write failed for lack of space, tries by an empty write whether there is space again. */
  async assertRoom(): Promise<void> {
    if (!this.#isFull) return;
    try {
      await using connection = await Connection.open(this.#url); // the slot may be in the middle of a transaction
      await connection.query("UPDATE head SET number = number", quickMs);
      this.#isFull = false;
    } catch (error) {
      throw this.#recordFault(passes(error) ? new Fault("storage-busy", {}) : faultOf(this.#place, error));
    }
  }

  /** Waits for pending writes for a second, then refuses the rest. */
  async close(): Promise<void> {
    const waiting = new AbortController();
    await Promise.race([this.#working, delay(closeWaitMs, undefined, { signal: waiting.signal })]);
    waiting.abort();
    this.#isClosing = true;
    if (this.#working) this.#slot.destroy();
    await this.#working;
    this.#isClosed = true;
    await this.#slot.close();
  }

  async #work(): Promise<void> {
    while (this.#pending.length > 0) {
      await nextTurn();
      await this.#commit(this.#nextBatch());
    }
    this.#working = undefined;
  }

  /** The next writes that share a transaction; at least one. */
  #nextBatch(): readonly PendingWrite[] {
    const [first] = this.#pending;
    let bytes = 0;
    const end = this.#pending.findIndex((write, at) => {
      bytes += write.bytes;
      if (at === 0 || !first) return false;
      return at >= this.#batchLimit || bytes > mostBytes || isAlone(write) || isAlone(first);
    });
    return this.#pending.splice(0, end === -1 ? this.#pending.length : end);
  }

  /**
   * Writes a batch, retrying while that may help, and answers it. If the batch may have been too large, or one write in
   * it causes the failure, it is put back to be tried in smaller batches.
   */
  async #commit(batch: readonly PendingWrite[]): Promise<void> {
    const commitMs = batch.some(isLarge) ? patientMs : quickMs;
    const oldest = batch[0]?.until ?? 0;
    /** Even if the oldest write has waited long already, there is time for one try. */
    const until = Math.max(oldest, performance.now() + quickMs);
    const canSplit = (by: number) => batch.length > 1 && performance.now() < by && !this.#isClosing;
    /** Resolving a commit without an answer may take until this time. It is not extended for another try. */
    let resolveBy = until;
    /** A batch that was sent and got no answer. Nothing else is written until it is known whether it was committed. */
    let uncertain: DraftedBatch | undefined;
    let refusal: unknown;
    for (;;) {
      const isLate = performance.now() > (uncertain ? resolveBy : until) || this.#isClosing;
      if (isLate)
        refusal = uncertain ? new Fault("storage-unknown", "no reply") : (refusal ?? new Fault("storage-busy", {}));
      if (isLate || (refusal !== undefined && !uncertain)) break;
      let connection: Connection | undefined;
      try {
        if (uncertain) {
          if (await this.#isInLog(uncertain)) return this.#acknowledge(uncertain);
          uncertain = undefined;
          if (canSplit(refusal === undefined ? oldest : until)) return this.#putBack(batch);
          continue;
        }
        connection = await this.#slot.connection();
        const drafted = await this.#draft(connection, batch, until - performance.now());
        // This transaction holds the lock on the end of the log, so even an empty commit waits until every replica has
        // what was committed before.
        if (drafted.changes.length === 0 && drafted.reportsEarlierAdd) await connection.commit(commitMs);
        else if (drafted.changes.length === 0) await connection.query("ROLLBACK", quickMs);
        else {
          uncertain = drafted;
          resolveBy = Math.max(until, performance.now() + commitMs + quickMs);
          await Promise.all([append(connection, drafted, commitMs), connection.commit(commitMs)]);
        }
        return this.#acknowledge(drafted);
      } catch (error) {
        this.#slot.destroy();
        if (!passes(error)) refusal ??= error;
        else await delay(retryEveryMs);
        if (connection && !uncertain && error instanceof ConnectionLost && canSplit(oldest))
          return this.#putBack(batch);
      }
    }
    const fault = this.#recordFault(faultOf(this.#place, refusal));
    if (!(fault instanceof Fault) && canSplit(until)) return this.#putBack(batch);
    for (const { refuse } of batch)
      refuse(batch.length === 1 || fault instanceof Fault ? fault : new Fault("storage-busy", {}));
    if (performance.now() > until) this.#refuseLate();
  }

  #putBack(batch: readonly PendingWrite[]): void {
    this.#batchLimit = Math.ceil(batch.length / 2);
    this.#pending.unshift(...batch);
  }

  /** Refuses writes whose time limit has passed while they waited for a batch that failed. */
  #refuseLate(): void {
    const now = performance.now();
    const { late = [], timely = [] } = Object.groupBy(this.#pending, ({ until }) => (until < now ? "late" : "timely"));
    this.#pending = timely;
    for (const { refuse } of late) refuse(new Fault("storage-busy", {}));
  }

  /** Begins a transaction, loads in one round trip what the writes read, and drafts them one after the other. */
  async #draft(connection: Connection, batch: readonly PendingWrite[], withinMs: number): Promise<DraftedBatch> {
    const large = batch.some(isLarge);
    const ids = [...new Set(batch.flatMap(({ reads }) => reads.ids ?? []))].filter(isCoffeeId);
    const numbers = batch.flatMap(({ reads }) => reads.numbers ?? []);
    const isWhole = batch.some(({ reads }) => reads.isWhole);
    const keys = batch.flatMap(({ reads }) => reads.key ?? []);
    const lockMs = Math.max(1, Math.floor(withinMs));
    const acknowledged = this.#acknowledged.version;
    const erasedNumbers = batch.flatMap(({ reads }) => reads.erasedNumbers ?? []);
    const [, end, found, freeze, { moves, now }, coffees, histories, addsByKey, erased] = await Promise.all([
      connection.query(beginning(lockMs, large), quickMs),
      lockEnd(connection, lockMs + answerMs),
      acknowledged.number > 0 ? readHash(connection, acknowledged.number, lockMs + answerMs) : undefined,
      readFreeze(connection, lockMs + answerMs),
      readMoves(connection, lockMs + answerMs),
      isWhole ? readStored(connection) : ids.length > 0 ? readStoredByIds(connection, ids, lockMs + quickMs) : [],
      numbers.length > 0 ? readHistoriesOf(connection, numbers, large ? patientMs : lockMs + quickMs) : [],
      keys.length > 0 ? readAddsByKey(connection, keys, lockMs + quickMs) : undefined,
      erasedNumbers.length > 0 ? readCoffeesOfChanges(connection, erasedNumbers, patientMs) : [],
    ]);
    this.#acknowledged.assertFound(acknowledged, found);
    const stateAfter = numbers.length > 0 ? await readUndoStates(connection, numbers, histories) : undefined;
    return draftAll(
      batch,
      end,
      new BatchState(coffees, histories, stateAfter, addsByKey, erased),
      async (step) => {
        if (step.kind === "read") return readStoredOf(connection, step.coffeeId, step.after);
        await rewrite(connection, step.changes, patientMs);
        return [];
      },
      () => assertNotMoving(moves, now),
      this.#catalogueLimit,
      freeze?.words,
    );
  }

  /**
   * Whether a batch that was sent is in the log. Once this transaction holds the lock on the end of the log, no earlier
   * transaction that had it can still be running. The commit waits until every replica that the database requires has
   * the log up to here.
   */
  async #isInLog({ changes }: DraftedBatch): Promise<boolean> {
    const last = changes.at(-1);
    const connection = await this.#slot.connection();
    const [, , hash] = await Promise.all([
      connection.query(beginning(quickMs, false), quickMs),
      lockEnd(connection, quickMs + answerMs),
      readHash(connection, last?.number ?? 0, quickMs + answerMs),
    ]);
    await connection.commit(quickMs);
    return hash === last?.hash;
  }

  #acknowledge({ changes, end, reportsEarlierAdd, answers }: DraftedBatch): void {
    this.#batchLimit = Math.min(2 * this.#batchLimit, mostWrites);
    if (changes.length > 0) this.#isFull = false;
    if (changes.length > 0 || reportsEarlierAdd) this.#acknowledged.advance(end.version);
    for (const answer of answers) answer();
  }

  /** Reports a full disk to the operator once. */
  #recordFault(error: unknown): unknown {
    if (!(error instanceof Fault) || error.code !== "storage-full") return error;
    const isTold = this.#isFull;
    this.#isFull = true;
    return isTold ? new Fault("storage-full", "database") : error;
  }
}

/**
 * Undos, imports and erasures have a transaction of their own, since a `BatchState` does not hold all that they read.
 */
function isAlone({ reads }: PendingWrite): boolean {
  return reads.numbers !== undefined || reads.isWhole !== undefined || reads.erasedNumbers !== undefined;
}

/** Writes that may read or write most of the catalogue get a longer time limit. */
function isLarge({ reads, bytes }: PendingWrite): boolean {
  return (
    reads.isWhole === true ||
    reads.erasedNumbers !== undefined ||
    (reads.numbers?.length ?? 0) >= manyNumbers ||
    bytes > mostBytes
  );
}

/**
 * Begins a transaction. A large write may take long to draft between two queries. Both numbers are ours, so building
 * the SQL by hand is safe.
 */
function beginning(lockMs: number, isLong: boolean): string {
  const begin = `BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE; SET LOCAL lock_timeout = ${lockMs}`;
  return isLong ? `${begin}; SET LOCAL idle_in_transaction_session_timeout = ${largeDraftMs}` : begin;
}
