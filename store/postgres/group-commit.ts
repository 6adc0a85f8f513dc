import { setImmediate as nextTurn, setTimeout as delay } from "node:timers/promises";
import type { Change, Version } from "../../catalogue/change.ts";
import { operator, type Author } from "../../catalogue/coffee-store.ts";
import { isCoffeeId } from "../../catalogue/coffee-id.ts";
import { Fault } from "../../catalogue/fault.ts";
import { LogDraft, type LogEnd } from "../log-draft.ts";
import type { Reads, WritePlan } from "../write-plans.ts";
import { BatchState } from "./batch-state.ts";
import { faultOf, passes, storageBusy, storageFull, storageUnknown } from "./driver-errors.ts";
import { Line } from "./line.ts";
import type { Link } from "./link.ts";
import {
  append,
  lockEnd,
  patientMs,
  quickMs,
  readFreeze,
  readHash,
  readHistoriesOf,
  readKept,
  readKeptOf,
} from "./log-queries.ts";

/** A shop that closes has little time; what is not written by then was not acknowledged either. */
const closeWaitMs = 1_000;
const retryEveryMs = 25;
/** Beyond the wait of the server itself, for its answer to arrive. */
const answerMs = 500;
const writesPerCommit = 256;
/** For the drafting of a large write; others wait as long where its process is cut off meanwhile. */
const largeDraftMs = 20_000;

type AwaitedWrite = Readonly<{
  reads: Reads;
  by: Author;
  until: number;
  /** Throws what refuses the write; what it returns answers it. */
  draft: (draft: LogDraft) => () => void;
  refuse: (error: unknown) => void;
}>;

/** What is to be written for a batch, and how each of its writes is answered once that is done. */
type Drafted = Readonly<{ changes: readonly Change[]; end: LogEnd; answers: readonly (() => void)[] }>;

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
  readonly #insistOn: (version: Version) => void;
  readonly #onDurable: (version: Version) => void;

  readonly #awaited: AwaitedWrite[] = [];
  #working: Promise<void> | undefined;
  /** Since the last write that had room; the operator is told once. */
  #isFull = false;
  #isClosing = false;

  /**
   * `insistOn` throws where the log that is written must not end with this version; `onDurable` hears of each version that
   * a commit led to, before its writers do.
   */
  constructor(
    url: string,
    place: string,
    waitMs: number,
    insistOn: (version: Version) => void,
    onDurable: (version: Version) => void,
  ) {
    this.#url = url;
    this.#place = place;
    this.#waitMs = waitMs;
    this.#line = new Line(url);
    this.#insistOn = insistOn;
    this.#onDurable = onDurable;
  }

  /** Resolves once it is durable. Rejects with what the plan throws, or with a fault of the storage. */
  write<T>(plan: WritePlan<T>, by: Author): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#awaited.push({
        reads: plan.reads,
        by,
        draft: (draft) => {
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
    await this.#line.close();
  }

  async #work(): Promise<void> {
    while (this.#awaited.length > 0) {
      await nextTurn();
      const [first] = this.#awaited;
      const others = this.#awaited.findIndex(isLarge);
      const count = first && isLarge(first) ? 1 : others === -1 ? writesPerCommit : Math.min(others, writesPerCommit);
      await this.#commit(this.#awaited.splice(0, count));
    }
    this.#working = undefined;
  }

  /** Writes a batch, again and again where that may help, and answers it. */
  async #commit(batch: readonly AwaitedWrite[]): Promise<void> {
    const commitMs = batch.some(isLarge) ? patientMs : quickMs;
    /** However long the oldest of them has waited for those before it, there is time for a try. */
    const until = Math.max(batch[0]?.until ?? 0, performance.now() + quickMs);
    /** To find out what became of what was sent last takes its time, but gives no more of it for another try. */
    let knownBy = until;
    /** Sent, and perhaps kept: nothing else is written until that is known. */
    let doubted: Drafted | undefined;
    let refusal: unknown;
    for (;;) {
      const isLate = performance.now() > (doubted ? knownBy : until) || this.#isClosing;
      if (isLate) refusal = doubted ? storageUnknown() : (refusal ?? storageBusy());
      if (isLate || (refusal !== undefined && !doubted)) break;
      try {
        if (doubted && (await this.#isKept(doubted))) return this.#acknowledge(doubted);
        const wasDoubted = doubted !== undefined;
        doubted = undefined;
        if (wasDoubted) continue;
        const link = await this.#line.link();
        const drafted = await this.#draft(link, batch, until - performance.now());
        if (drafted.changes.length === 0) await link.ask("ROLLBACK", quickMs);
        else {
          doubted = drafted;
          knownBy = Math.max(until, performance.now() + commitMs + quickMs);
          await Promise.all([append(link, drafted.changes, drafted.end, commitMs), link.commit(commitMs)]);
        }
        return this.#acknowledge(drafted);
      } catch (error) {
        this.#line.destroy();
        if (passes(error)) await delay(retryEveryMs);
        else refusal ??= error;
      }
    }
    const fault = this.#noted(faultOf(this.#place, refusal));
    // One of them may be to blame, or too large: the others need not suffer for it.
    if (batch.length > 1 && !(fault instanceof Fault)) for (const each of batch) await this.#commit([each]);
    else for (const { refuse } of batch) refuse(fault);
  }

  /** Begins a transaction, loads what the writes read in the same go, and drafts them one after the other. */
  async #draft(link: Link, batch: readonly AwaitedWrite[], withinMs: number): Promise<Drafted> {
    const large = batch.some(isLarge);
    const ids = [...new Set(batch.flatMap(({ reads }) => reads.ids ?? []))].filter(isCoffeeId);
    const numbers = batch.flatMap(({ reads }) => reads.numbers ?? []);
    const isWhole = batch.some(({ reads }) => reads.isWhole);
    const lockMs = Math.max(1, Math.floor(withinMs));
    const [, end, freeze, coffees, histories] = await Promise.all([
      link.ask(beginning(lockMs, large), quickMs),
      lockEnd(link, lockMs + answerMs),
      readFreeze(link, lockMs + answerMs),
      isWhole ? readKept(link) : ids.length > 0 ? readKeptOf(link, ids) : [],
      numbers.length > 0 ? readHistoriesOf(link, numbers) : [],
    ]);
    this.#insistOn(end.version);
    return draftAll(batch, end, new BatchState(coffees, histories), freeze?.words);
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

  #acknowledge({ changes, end, answers }: Drafted): void {
    if (changes.length > 0) this.#isFull = false;
    this.#onDurable(end.version);
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

/** Those that may read and write the whole catalogue have a transaction of their own. */
function isLarge({ reads }: AwaitedWrite): boolean {
  return reads.numbers !== undefined || reads.isWhole !== undefined;
}

/** The numbers are ours. What a large write drafts takes its time between two queries. */
function beginning(lockMs: number, isLong: boolean): string {
  const begin = `BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE; SET LOCAL lock_timeout = ${lockMs}`;
  return isLong ? `${begin}; SET LOCAL idle_in_transaction_session_timeout = ${largeDraftMs}` : begin;
}

/** A write that throws leaves the others as they are. */
function draftAll(
  batch: readonly AwaitedWrite[],
  begin: LogEnd,
  state: BatchState,
  frozen: string | undefined,
): Drafted {
  const changes: Change[] = [];
  let end = begin;
  const answers = batch.map(({ by, draft: fill, refuse }) => {
    try {
      if (frozen !== undefined && by.visitor !== operator) throw new Fault("frozen", frozen);
      const draft = new LogDraft(end, state, by);
      const answer = fill(draft);
      state.take(draft.changes);
      changes.push(...draft.changes);
      end = draft.end;
      return answer;
    } catch (error) {
      return () => refuse(error);
    }
  });
  return { changes, end, answers };
}
