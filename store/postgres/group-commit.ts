import { DatabaseError } from "pg";
import { setImmediate as nextTurn, setTimeout as delay } from "node:timers/promises";
import type { StoredChange } from "../../catalogue/change.ts";
import { operator, type Author, type KeyedAdd } from "../../catalogue/coffee-store.ts";
import { isCoffeeId } from "../../catalogue/coffee-id.ts";
import { runStepsAsync, type ErasureStep } from "../../catalogue/erase.ts";
import { Fault } from "../../catalogue/fault.ts";
import { saidAlike } from "../../catalogue/language.ts";
import { planUndo, readStates, type StateAfter } from "../../catalogue/undo.ts";
import { LogDraft, type LogEnd } from "../log/log-draft.ts";
import { refuseWhileMoving } from "../copies/move-marks.ts";
import type { HistoryRow } from "../log/log-rows.ts";
import type { Reads, SteppedPlan, WritePlan } from "../log/write-plans.ts";
import type { Acknowledged } from "./acknowledged.ts";
import { BatchState } from "./batch-state.ts";
import { faultOf, passes, storageBusy, storageFull, storageUnknown } from "./connection/driver-errors.ts";
import { Line } from "./connection/slot.ts";
import { LinkBroken, type Link } from "./connection/connection.ts";
import { readMoves } from "./move-marks.ts";
import {
  append,
  lockEnd,
  patientMs,
  quickMs,
  readFreeze,
  readHash,
  readHistoriesOf,
  readStatesOf,
  readStored,
  readStoredByIds,
  readKeyed,
  readNumbered,
  readStoredOf,
  rewrite,
  type Appended,
} from "./log-queries.ts";

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

/** Answers what the steps of an erasure ask for, inside the transaction. */
type ActOnStep = (step: ErasureStep) => Promise<readonly StoredChange[]>;

type AwaitedWrite = Readonly<{
  reads: Reads;
  bytes: number;
  by: Author;
  until: number;
  /** Throws or rejects with what refuses the write; what it returns answers it. */
  draft: (draft: LogDraft, act: ActOnStep) => (() => void) | Promise<() => void>;
  refuse: (error: unknown) => void;
}>;

/** What is to be written for a batch, and how each of its writes is answered once that is done. */
type Drafted = Appended &
  Readonly<{
    /** Whether an answer tells of what an earlier write made. */
    tellsOfEarlier: boolean;
    answers: readonly (() => void)[];
  }>;

/**
 * The writes of this process, in the order in which they came, over one connection. Those that came while others were
 * written share a transaction. It begins by locking the one row that ends the log, so that the processes which share a
 * database write one after the other, and numbers follow commits without a gap. See decision 0015.
 */
export class GroupCommit {
  readonly #url: string;
  readonly #place: string;
  readonly #waitMs: number;
  readonly #line: Line;
  readonly #acknowledged: Acknowledged;
  readonly #catalogueLimit: number;

  #awaited: AwaitedWrite[] = [];
  /** How many may share a transaction: half as many after one that failed, and twice as many after one that did not. */
  #most = mostWrites;
  #working: Promise<void> | undefined;
  /** Since the last write that had room; the operator is told once. */
  #isFull = false;
  #isClosing = false;
  #isClosed = false;

  constructor(url: string, place: string, waitMs: number, acknowledged: Acknowledged, catalogueLimit: number) {
    this.#catalogueLimit = catalogueLimit;
    this.#url = url;
    this.#place = place;
    this.#waitMs = waitMs;
    this.#line = new Line(url);
    this.#acknowledged = acknowledged;
  }

  /** Resolves once it is durable. Rejects with what the plan throws, or with a fault of the storage. */
  write<T>(plan: WritePlan<T> | SteppedPlan<T>, by: Author): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) throw new Error("The store is closed.");
      this.#awaited.push({
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
  async insistOnRoom(): Promise<void> {
    if (!this.#isFull) return;
    const line = new Line(this.#url); // the other may be in the middle of a transaction
    try {
      await line.use((link) => link.ask("UPDATE head SET number = number", quickMs));
      this.#isFull = false;
    } catch (error) {
      throw this.#noted(passes(error) ? storageBusy() : faultOf(this.#place, error));
    } finally {
      await line.close();
    }
  }

  /** Waits for the writes under way, though not for long. */
  async close(): Promise<void> {
    const waiting = new AbortController();
    await Promise.race([this.#working, delay(closeWaitMs, undefined, { signal: waiting.signal })]);
    waiting.abort();
    this.#isClosing = true;
    if (this.#working) this.#line.destroy();
    await this.#working;
    this.#isClosed = true;
    await this.#line.close();
  }

  async #work(): Promise<void> {
    while (this.#awaited.length > 0) {
      await nextTurn();
      await this.#commit(this.#nextBatch());
    }
    this.#working = undefined;
  }

  /** The next writes that share a transaction, and at least one. */
  #nextBatch(): readonly AwaitedWrite[] {
    const [first] = this.#awaited;
    let bytes = 0;
    const end = this.#awaited.findIndex((write, at) => {
      bytes += write.bytes;
      if (at === 0 || !first) return false;
      return at >= this.#most || bytes > mostBytes || isAlone(write) || isAlone(first);
    });
    return this.#awaited.splice(0, end === -1 ? this.#awaited.length : end);
  }

  /**
   * Writes a batch, again and again where that may help, and answers it; or puts it back, for fewer of it to be tried at
   * once, where it may have been too much, or one of it is to blame.
   */
  async #commit(batch: readonly AwaitedWrite[]): Promise<void> {
    const commitMs = batch.some(isLarge) ? patientMs : quickMs;
    const oldest = batch[0]?.until ?? 0;
    /** However long the oldest of them has waited for those before it, there is time for a try. */
    const until = Math.max(oldest, performance.now() + quickMs);
    const canSplit = (by: number) => batch.length > 1 && performance.now() < by && !this.#isClosing;
    /** To find out what became of what was sent last takes its time, but gives no more of it for another try. */
    let knownBy = until;
    /** Sent, and perhaps kept: nothing else is written until that is known. */
    let doubted: Drafted | undefined;
    let refusal: unknown;
    for (;;) {
      const isLate = performance.now() > (doubted ? knownBy : until) || this.#isClosing;
      if (isLate) refusal = doubted ? storageUnknown() : (refusal ?? storageBusy());
      if (isLate || (refusal !== undefined && !doubted)) break;
      let link: Link | undefined;
      try {
        if (doubted) {
          if (await this.#isKept(doubted)) return this.#acknowledge(doubted);
          doubted = undefined;
          if (canSplit(refusal === undefined ? oldest : until)) return this.#putBack(batch);
          continue;
        }
        link = await this.#line.link();
        const drafted = await this.#draft(link, batch, until - performance.now());
        // With the key of the log's end, a commit of nothing waits for every copy to have what was there before it.
        if (drafted.changes.length === 0 && drafted.tellsOfEarlier) await link.commit(commitMs);
        else if (drafted.changes.length === 0) await link.ask("ROLLBACK", quickMs);
        else {
          doubted = drafted;
          knownBy = Math.max(until, performance.now() + commitMs + quickMs);
          await Promise.all([append(link, drafted, commitMs), link.commit(commitMs)]);
        }
        return this.#acknowledge(drafted);
      } catch (error) {
        this.#line.destroy();
        if (!passes(error)) refusal ??= error;
        else await delay(retryEveryMs);
        if (link && !doubted && error instanceof LinkBroken && canSplit(oldest)) return this.#putBack(batch);
      }
    }
    const fault = this.#noted(faultOf(this.#place, refusal));
    if (!(fault instanceof Fault) && canSplit(until)) return this.#putBack(batch);
    for (const { refuse } of batch) refuse(batch.length === 1 || fault instanceof Fault ? fault : storageBusy());
    if (performance.now() > until) this.#refuseLate();
  }

  #putBack(batch: readonly AwaitedWrite[]): void {
    this.#most = Math.ceil(batch.length / 2);
    this.#awaited.unshift(...batch);
  }

  /** Those that have waited for a batch which came to nothing, and would now wait for the next. */
  #refuseLate(): void {
    const now = performance.now();
    const { late = [], timely = [] } = Object.groupBy(this.#awaited, ({ until }) => (until < now ? "late" : "timely"));
    this.#awaited = timely;
    for (const { refuse } of late) refuse(storageBusy());
  }

  /** Begins a transaction, loads what the writes read in the same go, and drafts them one after the other. */
  async #draft(link: Link, batch: readonly AwaitedWrite[], withinMs: number): Promise<Drafted> {
    const large = batch.some(isLarge);
    const ids = [...new Set(batch.flatMap(({ reads }) => reads.ids ?? []))].filter(isCoffeeId);
    const numbers = batch.flatMap(({ reads }) => reads.numbers ?? []);
    const isWhole = batch.some(({ reads }) => reads.isWhole);
    const keys = batch.flatMap(({ reads }) => reads.key ?? []);
    const lockMs = Math.max(1, Math.floor(withinMs));
    const known = this.#acknowledged.version;
    const erasedNumbers = batch.flatMap(({ reads }) => reads.erased ?? []);
    const [, end, found, freeze, { moves, now }, coffees, histories, keyed, erased] = await Promise.all([
      link.ask(beginning(lockMs, large), quickMs),
      lockEnd(link, lockMs + answerMs),
      known.number > 0 ? readHash(link, known.number, lockMs + answerMs) : undefined,
      readFreeze(link, lockMs + answerMs),
      readMoves(link, lockMs + answerMs),
      isWhole ? readStored(link) : ids.length > 0 ? readStoredByIds(link, ids, lockMs + quickMs) : [],
      numbers.length > 0 ? readHistoriesOf(link, numbers, large ? patientMs : lockMs + quickMs) : [],
      keys.length > 0 ? readKeyed(link, keys, lockMs + quickMs) : undefined,
      erasedNumbers.length > 0 ? readNumbered(link, erasedNumbers, patientMs) : [],
    ]);
    this.#acknowledged.insistOn(known, found);
    const stateAfter = numbers.length > 0 ? await readUndoStates(link, numbers, histories) : undefined;
    return draftAll(
      batch,
      end,
      new BatchState(coffees, histories, stateAfter, keyed, erased),
      async (step) => {
        if (step.kind === "read") return readStoredOf(link, step.coffeeId, step.after);
        await rewrite(link, step.changes, patientMs);
        return [];
      },
      () => refuseWhileMoving(moves, now),
      this.#catalogueLimit,
      freeze?.words,
    );
  }

  /**
   * Whether what was sent is in the log. Whoever has the key knows that no transaction which had it before is under way any
   * more. The commit makes what is there durable, on every server that the database insists on.
   */
  async #isKept({ changes }: Drafted): Promise<boolean> {
    const last = changes.at(-1);
    const link = await this.#line.link();
    const [, , hash] = await Promise.all([
      link.ask(beginning(quickMs, false), quickMs),
      lockEnd(link, quickMs + answerMs),
      readHash(link, last?.number ?? 0, quickMs + answerMs),
    ]);
    await link.commit(quickMs);
    return hash === last?.hash;
  }

  #acknowledge({ changes, end, tellsOfEarlier, answers }: Drafted): void {
    this.#most = Math.min(2 * this.#most, mostWrites);
    if (changes.length > 0) this.#isFull = false;
    if (changes.length > 0 || tellsOfEarlier) this.#acknowledged.take(end.version);
    for (const answer of answers) answer();
  }

  /** The operator is told of a full disk once. */
  #noted(error: unknown): unknown {
    if (!(error instanceof Fault) || error.code !== "storage-full") return error;
    const isTold = this.#isFull;
    this.#isFull = true;
    return isTold ? storageFull() : error;
  }
}

/** An undo and an import have a transaction of their own: they read more than what earlier writes of a batch made of it. */
function isAlone({ reads }: AwaitedWrite): boolean {
  return reads.numbers !== undefined || reads.isWhole !== undefined || reads.erased !== undefined;
}

/** What may read or write the whole catalogue, or nearly, is waited for longer. */
function isLarge({ reads, bytes }: AwaitedWrite): boolean {
  return (
    reads.isWhole === true ||
    reads.erased !== undefined ||
    (reads.numbers?.length ?? 0) >= manyNumbers ||
    bytes > mostBytes
  );
}

/** The numbers are ours. What a large write drafts takes its time between two queries. */
function beginning(lockMs: number, isLong: boolean): string {
  const begin = `BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE; SET LOCAL lock_timeout = ${lockMs}`;
  return isLong ? `${begin}; SET LOCAL idle_in_transaction_session_timeout = ${largeDraftMs}` : begin;
}

/** What the undo of these changes reads, which is alone in its batch. One that cannot be planned is refused by its draft. */
async function readUndoStates(
  link: Link,
  numbers: readonly number[],
  histories: readonly HistoryRow[],
): Promise<StateAfter> {
  const taken = new Set(numbers);
  const ofCoffees = [...Map.groupBy(histories, ({ coffeeId }) => coffeeId).values()];
  const plan = (stateAfter: StateAfter) => ofCoffees.forEach((history) => planUndo(history, taken, stateAfter));
  try {
    return await readStates(plan, (missing) => readStatesOf(link, missing, patientMs));
  } catch (error) {
    if (error instanceof Fault) return () => null;
    throw error;
  }
}

/** A write that is refused leaves the others as they are. */
async function draftAll(
  batch: readonly AwaitedWrite[],
  begin: LogEnd,
  state: BatchState,
  act: ActOnStep,
  insistOnStaying: () => void,
  catalogueLimit: number,
  frozen: string | undefined,
): Promise<Drafted> {
  const changes: StoredChange[] = [];
  const keys: KeyedAdd[] = [];
  const answers: (() => void)[] = [];
  let tellsOfEarlier = false;
  let end = begin;
  for (const {
    reads: { key },
    by,
    draft: fill,
    refuse,
  } of batch) {
    try {
      insistOnStaying();
      const wasMade = key !== undefined && state.keyed(key) !== undefined;
      tellsOfEarlier ||= wasMade;
      if (frozen !== undefined && by.visitor !== operator && !wasMade) throw new Fault("frozen", saidAlike(frozen));
      const draft = new LogDraft(end, state, by);
      const filled = fill(draft, act);
      const answer = filled instanceof Promise ? await filled : filled;
      draft.insistOnRoom(catalogueLimit);
      state.take(draft.changes, draft.keys);
      changes.push(...draft.changes);
      keys.push(...draft.keys);
      end = draft.end;
      answers.push(answer);
    } catch (error) {
      if (error instanceof DatabaseError || error instanceof LinkBroken) throw error; // its transaction is over
      answers.push(() => refuse(error));
    }
  }
  return { changes, keys, end, tellsOfEarlier, answers };
}
