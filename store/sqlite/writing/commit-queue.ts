import Database from "better-sqlite3";
import { closeSync, fdatasyncSync, openSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { setImmediate as nextTurn, setTimeout as delay } from "node:timers/promises";
import type { Version } from "../../../catalogue/log/change.ts";
import type { FollowedChange } from "../../../catalogue/coffee-store.ts";
import { Fault } from "../../../catalogue/fault.ts";
import type { LogEnd } from "../../log/log-draft.ts";
import { Checkpointer } from "./checkpointer.ts";
import type { SharedProgress } from "./shared-progress.ts";
import { storageFailed, storageFull, syncFailed, translateDriverErrors } from "../driver-errors.ts";
import { isFailureNoted, noteFailure } from "../file/failure-note.ts";
import type { SqliteLog } from "../sqlite-log.ts";
import type { OnDurable } from "./writer.ts";

const waitMs = 5_000;
/** A shop that closes has little time; what is not written by then was not acknowledged either. */
const closeWaitMs = 2_000;
const retryEveryMs = 25;
/** So many take a millisecond or so, and so does the answering of them. */
const writesPerCommit = 16;
/** What the largest coffee takes in the log, among the coffees and in their indexes. */
const roomBytes = 262_144;
/** Commits share a sync for as long as the last one took, and this at most: a quick disk is asked at once, a slow one seldom. */
const commitMsAtMost = 20;

/** What came of a write within its transaction, which may be all that it asked for. */
export type WriteResult<T> = Readonly<{ value: T; end: LogEnd; isNew: boolean; changes: readonly FollowedChange[] }>;

type PendingWrite = Readonly<{
  /** Throws what refuses the write, before it has written anything. */
  run: (end: LogEnd) => WriteResult<() => void>;
  refuse: (error: unknown) => void;
  until: number;
}>;

type CommittedBatch = Readonly<{
  batch: readonly PendingWrite[];
  version: Version;
  isNew: boolean;
  changes: readonly FollowedChange[];
  answers: readonly (() => void)[];
}>;

/**
 * The writes, in the order in which they came. Those that come together share a transaction; a commit leaves its frames in
 * the write-ahead log, and commits that follow each other share the sync that makes them durable, which holds up the
 * thread: waking another one for it, and being woken, would take about as long. See decision 0013.
 */
export class CommitQueue {
  readonly #file: string;
  readonly #database: Database.Database;
  readonly #log: SqliteLog;
  readonly #progress: SharedProgress;
  readonly #walDescriptor: number;
  readonly #checkpointer: Checkpointer;
  readonly #onDurable: OnDurable;

  readonly #pending: PendingWrite[] = [];
  #working: Promise<void> | undefined;
  #committedNumber: number;
  /** Committed, though not durable yet. */
  #unsynced: CommittedBatch[] = [];
  /** The newest version that was answered here. */
  #acknowledged: Version | undefined;
  /** Undefined before the first. */
  #lastSyncMs: number | undefined;

  /** Since the last write that had room; the operator is told once. */
  #isFull = false;
  #isClosing = false;

  /** `onDurable` hears of each version that a commit led to, once it is durable and before its writers do. */
  constructor(
    file: string,
    database: Database.Database,
    log: SqliteLog,
    progress: SharedProgress,
    onDurable: OnDurable,
  ) {
    this.#file = file;
    this.#database = database;
    this.#log = log;
    this.#progress = progress;
    this.#onDurable = onDurable;
    this.#committedNumber = log.version().number;
    // What was committed until now is of others: a thread may begin later than those who read.
    progress.others = this.#committedNumber;
    this.#walDescriptor = openSync(`${file}-wal`, "r");
    this.#checkpointer = new Checkpointer(file, database);
    database.pragma("synchronous = NORMAL");
  }

  /** Throws what stands in the way of every write, where that is known. */
  assertWritable(): void {
    if (this.#progress.hasFailed) throw storageFailed();
  }

  /** Asks whether there is room again, where there was none, and tries it by a write of `nothing`, which takes little. */
  async assertRoom(nothing: () => void): Promise<void> {
    this.assertWritable();
    if (!this.#isFull) return;
    const { bavail, bsize } = await statfs(dirname(this.#file));
    if (bavail * bsize < roomBytes) throw storageFull();
    await this.write((end) => ({ value: nothing(), end, isNew: true, changes: [] }));
    this.#isFull = false;
  }

  /** Runs a write in its turn; resolves once it is durable. Rejects with what `run` throws, or with a fault of the storage. */
  write<T>(run: (end: LogEnd) => WriteResult<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.#isClosing) throw new TypeError("The store is closed.");
      this.#pending.push({
        run: (end) => {
          const { value, ...rest } = run(end);
          return { ...rest, value: () => resolve(value) };
        },
        refuse: reject,
        until: performance.now() + waitMs,
      });
      this.#working ??= this.#work();
    });
  }

  /**
   * Copies the write-ahead log into the file and cuts it to nothing, so that it holds no trace of what was deleted. False
   * where a reader or the disk is in the way.
   */
  emptyLog(): boolean {
    this.assertWritable();
    try {
      return this.#database.pragma("wal_checkpoint(TRUNCATE)", { simple: true }) === 0;
    } catch (error) {
      if (error instanceof Database.SqliteError) return false;
      throw error;
    }
  }

  /** Waits for the writes under way, though not for long. */
  async close(): Promise<void> {
    await Promise.race([this.#working, delay(closeWaitMs, undefined, { ref: false })]);
    this.#isClosing = true; // nothing is taken on any more
    await this.#working;
    await this.#checkpointer.close();
    closeSync(this.#walDescriptor);
  }

  async #work(): Promise<void> {
    while (this.#pending.length > 0) {
      await this.#checkpointer.makeRoom();
      const until = performance.now() + Math.min(this.#lastSyncMs ?? 0, commitMsAtMost);
      do {
        await nextTurn();
        await this.#commit(this.#pending.splice(0, writesPerCommit));
      } while (this.#pending.length > 0 && performance.now() < until);
      this.#syncAndAnswer();
    }
    this.#working = undefined;
  }

  async #commit(batch: readonly PendingWrite[]): Promise<void> {
    try {
      const { until } = batch[0] ?? { until: 0 };
      const committed = await retryWhileBusy(
        () => translateDriverErrors(this.#file, () => this.#database.transaction(() => this.#run(batch)).immediate()),
        () => {
          this.#syncAndAnswer(); // who was before need not wait as well
          return performance.now() < until && !this.#isClosing;
        },
      );
      if (committed.version.number > this.#committedNumber) this.#isFull = false; // a write that changes nothing needs no room
      this.#checkpointer.noteCommit(committed.version.number - this.#committedNumber);
      this.#committedNumber = committed.version.number;
      this.#unsynced.push(committed);
    } catch (error) {
      this.#progress.own = this.#committedNumber;
      // One of them may be to blame, or too large: the others need not suffer for it.
      if (batch.length > 1 && !this.#progress.hasFailed) for (const each of batch) await this.#commit([each]);
      else for (const { refuse } of batch) refuse(this.#recordFault(error));
    }
  }

  #run(batch: readonly PendingWrite[]): CommittedBatch {
    this.assertWritable();
    let end = this.#log.end();
    if (end.version.number > this.#committedNumber) this.#progress.others = end.version.number;
    // What others committed may not be durable yet, even where nothing of ours is added to it; nor what was found at first.
    let isNew = end.version.number > this.#committedNumber || this.#lastSyncMs === undefined;
    const changes: FollowedChange[] = [];
    const answers = batch.map(({ run, refuse }) => {
      try {
        const written = run(end);
        end = written.end;
        isNew ||= written.isNew;
        for (const change of written.changes) changes.push(change);
        return written.value;
      } catch (error) {
        if (error instanceof Database.SqliteError) throw error;
        return () => refuse(error);
      }
    });
    this.#progress.own = end.version.number;
    return { batch, version: end.version, isNew, changes, answers };
  }

  /** Makes durable what was committed, and answers. */
  #syncAndAnswer(): void {
    const commits = this.#unsynced;
    this.#unsynced = [];
    try {
      if (commits.some(({ isNew }) => isNew)) this.#sync();
      // What was found, or lies beneath, may be what a sync that failed elsewhere has left.
      this.assertWritable();
      if (isFailureNoted(this.#file)) throw storageFailed();
    } catch (error) {
      for (const { batch } of commits) for (const { refuse } of batch) refuse(this.#recordFault(error));
      return;
    }
    for (const { version, changes, answers } of commits) {
      this.#acknowledged = version;
      this.#onDurable(version, changes);
      for (const answer of answers) answer();
    }
  }

  #sync(): void {
    const start = performance.now();
    try {
      fdatasyncSync(this.#walDescriptor);
    } catch (error) {
      throw syncFailed(this.#file, error);
    }
    this.#lastSyncMs = performance.now() - start;
  }

  /** Remembers what a fault means for the writes to come. The operator is told of each trouble once. */
  #recordFault(error: unknown): unknown {
    const code = error instanceof Fault ? error.code : undefined;
    if (code === "storage-failed") {
      const isTold = this.#progress.hasFailed;
      this.#progress.fail();
      noteFailure(this.#file, this.#acknowledged);
      return isTold ? storageFailed() : error;
    }
    if (code !== "storage-full") return error;
    const isTold = this.#isFull;
    this.#isFull = true;
    return isTold ? storageFull() : error;
  }
}

/** Tries again while another process holds the database and `mayWait`; what this one has to do otherwise goes on meanwhile. */
export async function retryWhileBusy<T>(act: () => T, mayWait: () => boolean): Promise<T> {
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
