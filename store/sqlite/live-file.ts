// Over 300 lines: reads, writes and healing share which sync has failed, and which file is the current one.
import Database from "better-sqlite3";
import { dirname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { emptyVersion, type Version } from "../../catalogue/log/change.ts";
import type { CoffeeStore, Freeze } from "../../catalogue/coffee-store.ts";
import { Fault } from "../../catalogue/fault.ts";
import { selectMoves, type MoveRow } from "../copies/move-marks.ts";
import { sync } from "../files/durable-files.ts";
import { StoreRefused } from "../store-refused.ts";
import { syncFailed, translateDriverErrors } from "./driver-errors.ts";
import { isFailureNoted, noteFailure } from "./file/failure-note.ts";
import { readNewestChange } from "./file/newest-change-file.ts";
import type { OpenDatabase } from "./file/open-database.ts";
import { isPassing } from "./healing/heal-database.ts";
import { healInThread } from "./healing/heal-thread.ts";
import { SqliteLog } from "./sqlite-log.ts";
import { retryWhileBusy } from "./writing/commit-queue.ts";
import { deserialiseError } from "./writing/error-message.ts";
import { LogWriter } from "./writing/log-writer.ts";
import { RecentChanges } from "./writing/recent-changes.ts";
import { SharedProgress } from "./writing/shared-progress.ts";
import { SharedSync } from "./writing/shared-sync.ts";
import type { OnDurable, OnProgress, Outcome, Writer, WriteRequest } from "./writing/writer.ts";
import { WriterThread } from "./writing/writer-thread.ts";

/** Called about trouble that no call of the store reports. */
export type StoreEvents = Readonly<{
  /** Something failed; the store recovers by itself. */
  onTrouble: (why: StoreRefused) => void;
  /** The disk works again, and writes continue. `words` say what happened. */
  onHealed: (words: string) => void;
  /** Nothing will be written any more. The shop has to be opened again, or the operator has to act. */
  onGivenUp: (why: StoreRefused) => void;
}>;

const busyMs = 5_000;
/** Short, since the driver blocks the event loop while it waits. */
const driverWaitMs = 5;
/** How often to look for changes of other processes while no call comes. */
const lookEveryMs = 500;
/** Pauses between attempts to heal: starting with the least, doubled each time up to the most. */
const healAgainMs = { least: 250, most: 2_000 };

type OpenFile = Readonly<{
  database: Database.Database;
  log: SqliteLog;
  selectFreeze: Database.Statement<[], Freeze>;
  selectMoves: Database.Statement<[], MoveRow>;
  selectDataVersion: Database.Statement<[], number>;
  sharedSync: SharedSync;
  progress: SharedProgress;
  writer: Writer;
}>;

/** The open file of a shop: its reads and writes, what is durable, and healing. */
export class LiveFile {
  readonly #file: string;
  readonly #opened: OpenDatabase;
  readonly #catalogueLimit: number;
  readonly #healsItself: boolean;
  readonly #events: StoreEvents | undefined;
  readonly #recent = new RecentChanges();
  /** Everything that belongs to the current file. Healing replaces the file, and then this. */
  #open: OpenFile;

  #durable: Version;
  /**
   * SQLite's data_version, which changes with each commit of another connection. This is its value when everything
   * committed was last known to be durable.
   */
  #dataVersion: number | undefined;
  #hasLooked = false;
  #lookingAtOthers: Promise<void> | undefined;
  /** The fault of a failed sync that no write has reported yet. */
  #unreportedFault: Fault | undefined;
  #onNews = () => {};
  #pollTimer: NodeJS.Timeout | undefined;
  #healing: Promise<void> | undefined;
  readonly #closed = new AbortController();
  #closing: Promise<void> | undefined;

  constructor(
    file: string,
    opened: OpenDatabase,
    writesInThread: boolean,
    catalogueLimit: number,
    events: StoreEvents | undefined,
  ) {
    const { isJoined, isShared, newestChangeFile } = opened;
    this.#catalogueLimit = catalogueLimit;
    this.#file = file;
    this.#opened = opened;
    this.#healsItself = writesInThread && !isJoined;
    this.#events = events;
    this.#open = this.#openFile(opened.database, writesInThread);
    // If shared, commits of the other process may not be durable yet; the first call looks for them.
    this.#dataVersion = isShared ? undefined : this.#open.selectDataVersion.get();
    this.#durable = isShared ? (readNewestChange(newestChangeFile.file) ?? emptyVersion) : this.#open.log.version();
    if (!isShared) newestChangeFile.write(this.#durable);
  }

  /** Prepares everything that uses a connection to the file. */
  #openFile(database: Database.Database, writesInThread: boolean): OpenFile {
    const { newestChangeFile } = this.#opened;
    const file = this.#file;
    database.pragma(`busy_timeout = ${driverWaitMs}`);
    const progress = new SharedProgress();
    const onDurable: OnDurable = (version, changes) => {
      this.#recent.append(changes);
      this.#noteDurable(version);
    };
    const threadEvents = {
      onReplaced: (why: StoreRefused) => this.#events?.onTrouble(why),
      onGivenUp: (why: StoreRefused) => this.#events?.onGivenUp(why),
    };
    sync(dirname(file)); // the write-ahead log may be new in the directory
    return {
      database,
      log: new SqliteLog(database),
      selectFreeze: database.prepare<[], Freeze>("SELECT since, words FROM freeze"),
      selectMoves: database.prepare<[], MoveRow>(selectMoves),
      selectDataVersion: database.prepare<[], number>("PRAGMA data_version").pluck(),
      sharedSync: new SharedSync(`${file}-wal`),
      progress,
      writer: writesInThread
        ? new WriterThread(file, newestChangeFile.file, progress, onDurable, this.#catalogueLimit, threadEvents)
        : new LogWriter(file, database, newestChangeFile, progress, onDurable, this.#catalogueLimit),
    };
  }

  /**
   * Looks for commits of other processes at most once in each turn of the event loop. A request was sent before the
   * turn in which it is read, so one look serves all requests of a turn. With `isBeside`, the call does not come from a
   * request and always looks.
   */
  async version(isBeside = false): Promise<Version> {
    if (!this.#hasLooked || isBeside) {
      if (!isBeside) {
        this.#hasLooked = true;
        setImmediate(() => (this.#hasLooked = false));
      }
      if (!this.#knowsEveryCommit()) this.#startLooking();
    }
    if (this.#lookingAtOthers) await this.#lookingAtOthers;
    return this.#durable;
  }

  watch(onNews: () => void): void {
    this.#onNews = onNews;
    this.#pollTimer = setInterval(() => {
      this.version(true).catch(() => {}); // the next call reports the error
    }, lookEveryMs).unref();
  }

  readonly follow: CoffeeStore["follow"] = async ({ number: after }, limit) => {
    const last = this.#durable.number;
    return this.#recent.between(after, last, limit) ?? this.read(({ log }) => log.following(after, last, limit));
  };

  /** Resolves if writes are possible. */
  async ready(): Promise<void> {
    const { progress, writer } = this.#open;
    if (progress.hasFailed) throw this.#takeUnreportedFault() ?? this.#beginHealing();
    await this.#noticingFailure(progress, writer.ready());
  }

  close(): Promise<void> {
    clearInterval(this.#pollTimer);
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.#closed.abort();
    await this.#healing;
    await closeFile(this.#open);
    this.#opened.close();
  }

  #noteDurable(version: Version): void {
    if (version.number <= this.#durable.number) return;
    this.#durable = version;
    this.#onNews();
  }

  /** Whether every commit is either known to be durable, or pending in this process. */
  #knowsEveryCommit(): boolean {
    try {
      const dataVersion = this.#open.selectDataVersion.get();
      if (dataVersion === this.#dataVersion) return true;
      const { number } = this.#open.log.version();
      if (number <= this.#durable.number) this.#dataVersion = dataVersion;
      // Reads the numbers in this order, because a commit's number is published before the commit.
      return (
        number <= Math.max(this.#durable.number, this.#open.progress.own) &&
        this.#open.progress.others <= this.#durable.number
      );
    } catch (error) {
      if (!(error instanceof Database.SqliteError)) throw error;
      return false; // `#lookAtOthers` waits, or finds out what is wrong
    }
  }

  /** A look may begin while another one waits for the disk. Both are awaited. */
  #startLooking(): void {
    const look = Promise.all([this.#lookingAtOthers, this.#lookAtOthers()])
      .then(() => {})
      .finally(() => {
        if (this.#lookingAtOthers === look) this.#lookingAtOthers = undefined;
      });
    this.#lookingAtOthers = look;
  }

  /**
   * Commits of other processes may not be durable yet. The same then holds for commits of this process on top of them.
   */
  async #lookAtOthers(): Promise<void> {
    const open = this.#open;
    const dataVersion = await this.read(() => open.selectDataVersion.get());
    const version = await this.#makeDurable().catch((error: unknown) => {
      if (error instanceof Fault && error.code === "storage-failed") return this.#durable;
      throw error;
    });
    if (this.#open === open) this.#dataVersion = dataVersion;
    // The other processes may have erased words that are still in the buffer.
    if (version.number > this.#durable.number) this.#recent.clear();
    this.#noteDurable(version);
  }

  /**
   * Makes everything committed durable, by any process, and returns the newest version. Runs beside the writer, which
   * may be busy for long.
   */
  async #makeDurable(): Promise<Version> {
    const { log, sharedSync, progress } = this.#open;
    const version = await this.read(() => log.version());
    if (!progress.hasFailed) {
      try {
        await sharedSync.sync();
        if (isFailureNoted(this.#file)) progress.fail();
      } catch (error) {
        if (!progress.hasFailed) this.#unreportedFault = syncFailed(this.#file, error);
        progress.fail();
        noteFailure(this.#file, this.#opened.isJoined ? undefined : this.#durable);
      }
    }
    if (progress.hasFailed) throw this.#beginHealing();
    this.#opened.newestChangeFile.write(version);
    return version;
  }

  /** Reads what is durable: `read` gets the number of the newest durable change. */
  async readUpToDurable<T>(read: (log: SqliteLog, last: number) => T): Promise<T> {
    const { number } = await this.version();
    return this.read(({ log }) => read(log, number));
  }

  /** Reads, and then waits until everything that was read is durable. */
  async readDurable<T>(read: (log: SqliteLog) => T): Promise<T> {
    const { found, number } = await this.read(({ log }) => ({ found: read(log), number: log.version().number }));
    if (number > this.#durable.number) this.#noteDurable(await this.#makeDurable());
    return found;
  }

  /**
   * Sends a write to the writer. A fault that the operator has to see, found by a read, is reported by the next write.
   */
  async write(request: WriteRequest, onProgress?: OnProgress): Promise<Outcome> {
    const { writer, progress } = this.#open;
    const fault = this.#takeUnreportedFault();
    if (fault) throw fault;
    if (this.#healing) throw new Fault("storage-failed", "disk");
    return this.#noticingFailure(progress, writer.write(request, onProgress));
  }

  async #noticingFailure<T>(progress: SharedProgress, operation: Promise<T>): Promise<T> {
    try {
      return await operation;
    } catch (error) {
      if (progress.hasFailed) this.#beginHealing();
      throw error;
    }
  }

  /** Begins to heal, if this store does, and returns the fault to refuse with meanwhile. */
  #beginHealing(): Fault {
    if (this.#healsItself && !this.#closed.signal.aborted) this.#healing ??= this.#heal();
    return new Fault("storage-failed", "disk");
  }

  /** Resolves once writes continue, or never will. Meanwhile reads use the file that failed. */
  async #heal(): Promise<void> {
    const { signal } = this.#closed;
    let lastTrouble = this.#takeUnreportedFault()?.cause;
    if (lastTrouble instanceof StoreRefused) this.#events?.onTrouble(lastTrouble);
    try {
      await closeFile(this.#open);
      for (let waitMs = healAgainMs.least; !signal.aborted; waitMs = Math.min(2 * waitMs, healAgainMs.most)) {
        const trouble = await this.#tryToHeal();
        if (trouble === undefined) return;
        if (trouble !== lastTrouble) {
          const words = `${this.#file} cannot be healed yet: ${trouble}. The shop tries again by itself.`;
          this.#events?.onTrouble(new StoreRefused(words));
        }
        lastTrouble = trouble;
        await delay(waitMs, undefined, { signal }).catch(() => {});
      }
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      const words = `${this.#file} cannot be healed after a failed sync: ${why}`;
      this.#events?.onGivenUp(error instanceof StoreRefused ? error : new StoreRefused(words, { cause: error }));
    }
  }

  /**
   * Undefined once writes continue in a new file; otherwise why healing has to wait. Throws if waiting would not help.
   */
  async #tryToHeal(): Promise<string | undefined> {
    try {
      if (!this.#opened.tryExclusive()) return "another program has it open; end every command that works on the shop";
      const { error, isPassing: mayPass } = await healInThread(this.#file, this.#durable);
      if (error && mayPass) return error.message;
      if (error) throw deserialiseError(error);
      this.#switchToReplacement();
    } catch (error) {
      if (error instanceof Error && isPassing(error)) return error.message;
      throw error;
    }
    const words = `The disk that ${this.#file} is on works again. The shop has made itself a new file and goes on writing after change ${this.#durable.number}, the last one that was acknowledged.`;
    this.#events?.onHealed(words);
    return undefined;
  }

  /** Switches to the file that replaced the opened one. */
  #switchToReplacement(): void {
    const database = this.#opened.openReplacement();
    try {
      this.#open = this.#openFile(database, true);
    } catch (error) {
      database.close();
      throw error;
    }
    this.#opened.replaceWith(database);
    this.#dataVersion = undefined;
    this.#healing = undefined;
  }

  #takeUnreportedFault(): Fault | undefined {
    const fault = this.#unreportedFault;
    this.#unreportedFault = undefined;
    return fault;
  }

  /** Each read sees one snapshot, also while other processes write. */
  read<T>(read: (open: OpenFile) => T): Promise<T> {
    const end = performance.now() + busyMs;
    const transaction = () => read(this.#open);
    return retryWhileBusy(
      () => translateDriverErrors(this.#file, () => this.#open.database.transaction(transaction).deferred()),
      () => performance.now() < end,
    );
  }
}

/** Waits a short time for pending writes, and for the syncs. */
async function closeFile({ writer, sharedSync }: OpenFile): Promise<void> {
  await writer.close();
  await sharedSync.close();
}
