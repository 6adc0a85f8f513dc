import Database from "better-sqlite3";
import { setImmediate as nextTurn, setTimeout as delay } from "node:timers/promises";
import type { Version } from "../../catalogue/change.ts";
import type { FollowedChange } from "../../catalogue/coffee-store.ts";
import { Fault } from "../../catalogue/fault.ts";
import type { LogEnd } from "../log-draft.ts";
import { Checkpointer } from "./checkpointer.ts";
import type { CommitMarks } from "./commit-marks.ts";
import { storageFailed, storageFull, syncFailed, translateDriverErrors } from "./driver-errors.ts";
import { SharedSync } from "./shared-sync.ts";
import type { SqliteLog } from "./sqlite-log.ts";
import type { OnDurable } from "./writer.ts";

const waitMs = 5_000;
/** A shop that closes has little time; what is not written by then was not acknowledged either. */
const closeWaitMs = 2_000;
const retryEveryMs = 25;
/** So many take a millisecond or so, and so does the answering of them. */
const writesPerCommit = 16;

/** What came of a write within its transaction, which may be all that it asked for. */
export type Written<T> = Readonly<{ made: T; end: LogEnd; isNew: boolean; changes: readonly FollowedChange[] }>;

type AwaitedWrite = Readonly<{
  /** Throws what refuses the write, before it has written anything. */
  run: (end: LogEnd) => Written<() => void>;
  refuse: (error: unknown) => void;
  until: number;
}>;

type Committed = Readonly<{
  version: Version;
  isNew: boolean;
  changes: readonly FollowedChange[];
  answers: readonly (() => void)[];
}>;

/**
 * The writes, in the order in which they came. Those that come together share a transaction; a commit leaves its frames in
 * the write-ahead log, and commits that come together share the sync that makes them durable. See decision 0013.
 */
export class CommitQueue {
  readonly #file: string;
  readonly #database: Database.Database;
  readonly #log: SqliteLog;
  readonly #marks: CommitMarks;
  readonly #sync: SharedSync;
  readonly #checkpointer: Checkpointer;
  readonly #onDurable: OnDurable;

  readonly #awaited: AwaitedWrite[] = [];
  #working: Promise<void> | undefined;
  #acknowledging: Promise<unknown> = Promise.resolve();
  #committed: number;

  /** Since the last write that had room; the operator is told once. */
  #isFull = false;
  #isClosing = false;

  /** `onDurable` hears of each version that a commit led to, once it is durable and before its writers do. */
  constructor(file: string, database: Database.Database, log: SqliteLog, marks: CommitMarks, onDurable: OnDurable) {
    this.#file = file;
    this.#database = database;
    this.#log = log;
    this.#marks = marks;
    this.#onDurable = onDurable;
    this.#committed = log.version().number;
    this.#sync = new SharedSync(`${file}-wal`);
    this.#checkpointer = new Checkpointer(file, database);
    database.pragma("synchronous = NORMAL");
  }

  /** Throws what stands in the way of every write, where that is known. */
  insistOnWorking(): void {
    if (this.#marks.hasFailed) throw storageFailed();
  }

  /** Tries whether there is room again, where there was none, by a write of `nothing` that takes as much as any does. */
  async insistOnRoom(nothing: () => void): Promise<void> {
    this.insistOnWorking();
    if (!this.#isFull) return;
    await this.write((end) => ({ made: nothing(), end, isNew: true, changes: [] }));
    this.#isFull = false;
  }

  /** Runs a write in its turn; resolves once it is durable. Rejects with what `run` throws, or with a fault of the storage. */
  write<T>(run: (end: LogEnd) => Written<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      this.#awaited.push({
        run: (end) => {
          const { made, ...rest } = run(end);
          return { ...rest, made: () => resolve(made) };
        },
        refuse: reject,
        until: performance.now() + waitMs,
      });
      this.#working ??= this.#work();
    });
  }

  /** Waits for the writes under way, though not for long. */
  async close(): Promise<void> {
    await Promise.race([this.#working, delay(closeWaitMs, undefined, { ref: false })]);
    this.#isClosing = true;
    await this.#working;
    await this.#acknowledging;
    await this.#checkpointer.close();
    await this.#sync.close();
  }

  async #work(): Promise<void> {
    while (this.#awaited.length > 0) {
      await nextTurn();
      await this.#checkpointer.makeRoom();
      await this.#commit(this.#awaited.splice(0, writesPerCommit));
    }
    this.#working = undefined;
  }

  async #commit(batch: readonly AwaitedWrite[]): Promise<void> {
    let committed: Committed;
    try {
      const { until } = batch[0] ?? { until: 0 };
      committed = await whenFree(
        () => translateDriverErrors(this.#file, () => this.#database.transaction(() => this.#run(batch)).immediate()),
        () => performance.now() < until && !this.#isClosing,
      );
    } catch (error) {
      this.#marks.own = this.#committed;
      // One of them may be to blame, or too large: the others need not suffer for it.
      if (batch.length > 1 && !this.#marks.hasFailed) for (const each of batch) await this.#commit([each]);
      else for (const { refuse } of batch) refuse(this.#noted(error));
      return;
    }
    this.#acknowledge(batch, committed);
  }

  #run(batch: readonly AwaitedWrite[]): Committed {
    this.insistOnWorking();
    let end = this.#log.end();
    if (end.version.number > this.#committed) this.#marks.others = end.version.number;
    // What others committed may not be durable yet, even where nothing of ours is added to it.
    let isNew = end.version.number > this.#committed;
    const changes: FollowedChange[] = [];
    const answers = batch.map(({ run, refuse }) => {
      try {
        const written = run(end);
        end = written.end;
        isNew ||= written.isNew;
        for (const change of written.changes) changes.push(change);
        return written.made;
      } catch (error) {
        if (error instanceof Database.SqliteError) throw error;
        return () => refuse(error);
      }
    });
    this.#marks.own = end.version.number;
    return { version: end.version, isNew, changes, answers };
  }

  /** What was looked up may be from a commit that is not durable yet, so even a write that changed nothing waits. */
  #acknowledge(batch: readonly AwaitedWrite[], { version, isNew, changes, answers }: Committed): void {
    if (version.number > this.#committed) this.#isFull = false; // a write that changes nothing needs no room
    this.#checkpointer.noteCommit(version.number - this.#committed);
    this.#committed = version.number;
    const durable = isNew ? this.#sync.sync() : this.#acknowledging;
    this.#acknowledging = durable.then(
      () => {
        // What it found may be what a sync that failed has left.
        if (this.#marks.hasFailed) for (const { refuse } of batch) refuse(storageFailed());
        else {
          this.#onDurable(version, changes);
          for (const answer of answers) answer();
        }
      },
      (error: unknown) => {
        const failure = syncFailed(this.#file, error);
        for (const { refuse } of batch) refuse(this.#noted(failure));
      },
    );
  }

  /** Remembers what a fault means for the writes to come. The operator is told of each trouble once. */
  #noted(error: unknown): unknown {
    const code = error instanceof Fault ? error.code : undefined;
    if (code === "storage-failed") {
      const isTold = this.#marks.hasFailed;
      this.#marks.fail();
      return isTold ? storageFailed() : error;
    }
    if (code !== "storage-full") return error;
    const isTold = this.#isFull;
    this.#isFull = true;
    return isTold ? storageFull() : error;
  }
}

/** Tries again while another process holds the database and `mayWait`; what this one has to do otherwise goes on meanwhile. */
export async function whenFree<T>(act: () => T, mayWait: () => boolean): Promise<T> {
  for (;;) {
    try {
      return act();
    } catch (error) {
      const isBusy = error instanceof Fault && error.code === "storage-busy";
      if (!isBusy || !mayWait()) throw error;
    }
    await delay(retryEveryMs);
  }
}
