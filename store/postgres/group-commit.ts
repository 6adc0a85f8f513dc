import { setImmediate as nextTurn, setTimeout as delay } from "node:timers/promises";
import type { Author } from "../../catalogue/coffee-store.ts";
import { isCoffeeId } from "../../catalogue/coffee-id.ts";
import { runStepsAsync } from "../../catalogue/log/erase.ts";
import { Fault } from "../../catalogue/fault.ts";
import { assertNotMoving } from "../copies/move-marks.ts";
import type { SteppedPlan, WritePlan } from "../log/write-plans.ts";
import type { AcknowledgedVersion } from "./acknowledged-version.ts";
import { BatchState } from "./batch-state.ts";
import { faultOf, passes, storageBusy, storageFull, storageUnknown } from "./connection/driver-errors.ts";
import { ConnectionSlot } from "./connection/slot.ts";
import { ConnectionLost, type Connection } from "./connection/connection.ts";
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

/** A shop that closes has little time; what is not written by then was not acknowledged either. */
const closeWaitMs = 1_000;

const retryEveryMs = 25;

/** Beyond the wait of the server itself, for its answer to arrive. */
const answerMs = 500;

const mostWrites = 256;

const mostBytes = 1_000_000;

/** An undo of so many changes reads and writes about as much as a batch may. */
const manyNumbers = 64;

/** For the drafting of a large write; others wait as long where its process is cut off meanwhile. */
const largeDraftMs = 20_000;

/**
 * The writes of this process, in the order in which they came, over one connection. Those that came while others were
 * written share a transaction. It begins by locking the one row that ends the log, so that the processes which share a
 * database write one after the other, and numbers follow commits without a gap. See decision 0015.
 */
export class GroupCommit {
  readonly #url: string;
  readonly #place: string;
  readonly #waitMs: number;
  readonly #slot: ConnectionSlot;
  readonly #acknowledged: AcknowledgedVersion;
  readonly #catalogueLimit: number;

  #pending: PendingWrite[] = [];
  /** How many may share a transaction: half as many after one that failed, and twice as many after one that did not. */
  #batchLimit = mostWrites;
  #working: Promise<void> | undefined;
  /** Since the last write that had room; the operator is told once. */
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

  /** Resolves once it is durable. Rejects with what the plan throws, or with a fault of the storage. */
  write<T>(plan: WritePlan<T> | SteppedPlan<T>, by: Author): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) throw new Error("The store is closed.");
      this.#pending.push({
        reads: plan.reads,
        bytes: plan.bytes,
        by,
        draft: (draft, act) => {
          if ("steps" in plan) return runStepsAsync(plan.steps(draft), act).then((made) => () => resolve(made));
          const made = plan.draft(draft);
          return () => resolve(made);
        },
        refuse: reject,
        until: performance.now() + this.#waitMs,
      });
      this.#working ??= this.#work();
    });
  }

  /** Tries whether there is room again, where there was none, by a write of nothing. */
  async assertRoom(): Promise<void> {
    if (!this.#isFull) return;
    const slot = new ConnectionSlot(this.#url); // the other may be in the middle of a transaction
    try {
      await slot.use((connection) => connection.query("UPDATE head SET number = number", quickMs));
      this.#isFull = false;
    } catch (error) {
      throw this.#recordFault(passes(error) ? storageBusy() : faultOf(this.#place, error));
    } finally {
      await slot.close();
    }
  }

  /** Waits for the writes under way, though not for long. */
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

  /** The next writes that share a transaction, and at least one. */
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
   * Writes a batch, again and again where that may help, and answers it; or puts it back, for fewer of it to be tried at
   * once, where it may have been too much, or one of it is to blame.
   */
  async #commit(batch: readonly PendingWrite[]): Promise<void> {
    const commitMs = batch.some(isLarge) ? patientMs : quickMs;
    const oldest = batch[0]?.until ?? 0;
    /** However long the oldest of them has waited for those before it, there is time for a try. */
    const until = Math.max(oldest, performance.now() + quickMs);
    const canSplit = (by: number) => batch.length > 1 && performance.now() < by && !this.#isClosing;
    /** To find out what became of what was sent last takes its time, but gives no more of it for another try. */
    let resolveBy = until;
    /** Sent, and perhaps kept: nothing else is written until that is known. */
    let uncertain: DraftedBatch | undefined;
    let refusal: unknown;
    for (;;) {
      const isLate = performance.now() > (uncertain ? resolveBy : until) || this.#isClosing;
      if (isLate) refusal = uncertain ? storageUnknown() : (refusal ?? storageBusy());
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
        // With the key of the log's end, a commit of nothing waits for every copy to have what was there before it.
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
    for (const { refuse } of batch) refuse(batch.length === 1 || fault instanceof Fault ? fault : storageBusy());
    if (performance.now() > until) this.#refuseLate();
  }

  #putBack(batch: readonly PendingWrite[]): void {
    this.#batchLimit = Math.ceil(batch.length / 2);
    this.#pending.unshift(...batch);
  }

  /** Those that have waited for a batch which came to nothing, and would now wait for the next. */
  #refuseLate(): void {
    const now = performance.now();
    const { late = [], timely = [] } = Object.groupBy(this.#pending, ({ until }) => (until < now ? "late" : "timely"));
    this.#pending = timely;
    for (const { refuse } of late) refuse(storageBusy());
  }

  /** Begins a transaction, loads what the writes read in the same go, and drafts them one after the other. */
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
   * Whether what was sent is in the log. Whoever has the key knows that no transaction which had it before is under way any
   * more. The commit makes what is there durable, on every server that the database insists on.
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

  /** The operator is told of a full disk once. */
  #recordFault(error: unknown): unknown {
    if (!(error instanceof Fault) || error.code !== "storage-full") return error;
    const isTold = this.#isFull;
    this.#isFull = true;
    return isTold ? storageFull() : error;
  }
}

/** An undo and an import have a transaction of their own: they read more than what earlier writes of a batch made of it. */
function isAlone({ reads }: PendingWrite): boolean {
  return reads.numbers !== undefined || reads.isWhole !== undefined || reads.erasedNumbers !== undefined;
}

/** What may read or write the whole catalogue, or nearly, is waited for longer. */
function isLarge({ reads, bytes }: PendingWrite): boolean {
  return (
    reads.isWhole === true ||
    reads.erasedNumbers !== undefined ||
    (reads.numbers?.length ?? 0) >= manyNumbers ||
    bytes > mostBytes
  );
}

/** The numbers are ours. What a large write drafts takes its time between two queries. */
function beginning(lockMs: number, isLong: boolean): string {
  const begin = `BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE; SET LOCAL lock_timeout = ${lockMs}`;
  return isLong ? `${begin}; SET LOCAL idle_in_transaction_session_timeout = ${largeDraftMs}` : begin;
}
