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
import { syncFailed, translateDriverErrors } from "../driver-errors.ts";
import { isFailureNoted, noteFailure } from "../file/failure-note.ts";
import type { SqliteLog } from "../sqlite-log.ts";
import type { OnDurable } from "./writer.ts";

const waitMs = 5_000;
/** How long closing waits. Writes that are not made by then are refused; they were not acknowledged. */
const closeWaitMs = 2_000;
const retryEveryMs = 25;
/** This many writes take about a millisecond, and so does answering them. */
const writesPerCommit = 16;
/** What the largest coffee takes in the log, in the table of coffees, and in their indexes. */
const roomBytes = 262_144;
/**
 * Commits share a sync while they follow each other within the duration of the last sync, and within this limit. So a
 * fast disk is synced at once, a slow one seldom.
 */
const commitMsAtMost = 20;

/** The result of a write inside its transaction, possibly of a write that changes nothing. */
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
 * The writes of this process, in their order. Writes that arrive together share a transaction. A commit leaves its
 * frames in the write-ahead log, and commits that follow each other share the sync that makes them durable. The sync
 * blocks this thread: a second thread would need about as long to be woken and to answer. See decision 0013.
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
  /** Committed, but not synced yet. */
  #unsynced: CommittedBatch[] = [];
  /** The newest version that this queue has answered. */
  #acknowledged: Version | undefined;
  /** Undefined before the first sync. */
  #lastSyncMs: number | undefined;

  /** Whether the disk was full at the last write. The operator gets one report. */
  #isFull = false;
  #isClosing = false;

  /** `onDurable` is called with each version once it is durable, before its writes are answered. */
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
    // Counts everything committed so far as others' work, because readers may have started before this thread.
    progress.others = this.#committedNumber;
    this.#walDescriptor = openSync(`${file}-wal`, "r");
    this.#checkpointer = new Checkpointer(file, database);
    database.pragma("synchronous = NORMAL");
  }

  /** Throws the fault that every write would meet now, if there is one. */
  assertWritable(): void {
    if (this.#progress.hasFailed) throw new Fault("storage-failed", "disk");
  }

  /** After a write failed for lack of space, checks for space and then tries `nothing`, a write that takes little. */
  async assertRoom(nothing: () => void): Promise<void> {
    this.assertWritable();
    if (!this.#isFull) return;
    const { bavail, bsize } = await statfs(dirname(this.#file));
    if (bavail * bsize < roomBytes) throw new Fault("storage-full", "disk");
    await this.write((end) => ({ value: nothing(), end, isNew: true, changes: [] }));
    this.#isFull = false;
  }

  /**
   * Runs a write in its turn, and resolves once it is durable. Rejects with what `run` throws, or with a fault of the
   * storage.
   */
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
   * Checkpoints and truncates the write-ahead log, so that it holds no trace of deleted data. False if a reader or the
   * disk prevents it.
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

  /** Waits for pending writes for two seconds, then refuses the rest. */
  async close(): Promise<void> {
    await Promise.race([this.#working, delay(closeWaitMs, undefined, { ref: false })]);
    this.#isClosing = true; // from here on no write is accepted
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
          this.#syncAndAnswer(); // earlier writes need not wait for this one
          return performance.now() < until && !this.#isClosing;
        },
      );
      if (committed.version.number > this.#committedNumber) this.#isFull = false; // only a write that changed something shows that there is space
      this.#checkpointer.noteCommit(committed.version.number - this.#committedNumber);
      this.#committedNumber = committed.version.number;
      this.#unsynced.push(committed);
    } catch (error) {
      this.#progress.own = this.#committedNumber;
      // One write of the batch may be too large or cause the failure, so each is tried alone.
      if (batch.length > 1 && !this.#progress.hasFailed) for (const each of batch) await this.#commit([each]);
      else for (const { refuse } of batch) refuse(this.#recordFault(error));
    }
  }

  #run(batch: readonly PendingWrite[]): CommittedBatch {
    this.assertWritable();
    let end = this.#log.end();
    if (end.version.number > this.#committedNumber) this.#progress.others = end.version.number;
    // Commits of other processes may not be durable yet, even if this batch adds nothing to them. The same holds for
    // those found at the start.
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

  /** Syncs the commits, and answers their writes. */
  #syncAndAnswer(): void {
    const commits = this.#unsynced;
    this.#unsynced = [];
    try {
      if (commits.some(({ isNew }) => isNew)) this.#sync();
      // A sync that failed elsewhere may have lost what these commits build on.
      this.assertWritable();
      if (isFailureNoted(this.#file)) throw new Fault("storage-failed", "disk");
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

  /** Remembers a fault for later writes. Each kind of trouble is reported to the operator once. */
  #recordFault(error: unknown): unknown {
    const code = error instanceof Fault ? error.code : undefined;
    if (code === "storage-failed") {
      const isTold = this.#progress.hasFailed;
      this.#progress.fail();
      noteFailure(this.#file, this.#acknowledged);
      return isTold ? new Fault("storage-failed", "disk") : error;
    }
    if (code !== "storage-full") return error;
    const isTold = this.#isFull;
    this.#isFull = true;
    return isTold ? new Fault("storage-full", "disk") : error;
  }
}

/** Retries while another process holds the database and `mayWait` returns true. The event loop runs meanwhile. */
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
