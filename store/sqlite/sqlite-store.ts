import Database from "better-sqlite3";
import { dirname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { emptyVersion, type StoredChange, type Version } from "../../catalogue/log/change.ts";
import type { CoffeeFields } from "../../catalogue/coffee.ts";
import type {
  Author,
  ChangePage,
  ChangeSummary,
  ChangeSelection,
  CoffeeList,
  CoffeeStore,
  ErasureResult,
  ErasureRequest,
  FollowedChange,
  Freeze,
  IncomingCoffee,
  IdempotentAdd,
  LaterErasure,
  MadeChange,
  ManyOptions,
  Moves,
  ListedRow,
  Precondition,
  ChangeWithStatus,
  StoredCoffee,
  UndoResult,
} from "../../catalogue/coffee-store.ts";
import { dayOf } from "../../catalogue/day.ts";
import { coffeeText, type CoffeeText } from "../../catalogue/coffee-text.ts";
import { Fault } from "../../catalogue/fault.ts";
import type { HistoryEntry } from "../../catalogue/log/undo.ts";
import { sync } from "../files/durable-files.ts";
import { StoreRefused } from "../store-refused.ts";
import { LogDraft } from "../log/log-draft.ts";
import { movesFromRows, selectMoves, type MoveRow } from "../copies/move-marks.ts";
import { planAdd } from "../log/write-plans.ts";
import { SharedProgress } from "./writing/shared-progress.ts";
import { retryWhileBusy } from "./writing/commit-queue.ts";
import { deleteDayKeys } from "./day-keys.ts";
import { syncFailed, translateDriverErrors } from "./driver-errors.ts";
import { isFailureNoted, noteFailure } from "./file/failure-note.ts";
import { isPassing } from "./healing/heal-database.ts";
import { healInThread } from "./healing/heal-thread.ts";
import { LogWriter } from "./writing/log-writer.ts";
import { openDatabase, type OpenDatabase } from "./file/open-database.ts";
import { RecentChanges } from "./writing/recent-changes.ts";
import { SqliteLog } from "./sqlite-log.ts";
import { SharedSync } from "./writing/shared-sync.ts";
import type { OnDurable, OnProgress, Outcome, Writer, WriteRequest } from "./writing/writer.ts";
import { WriterThread } from "./writing/writer-thread.ts";
import { deserialiseError } from "./writing/error-message.ts";

/** Called about trouble that no call of the store reports. */
export type StoreEvents = Readonly<{
  /** Something failed; the store recovers by itself. */
  onTrouble: (why: StoreRefused) => void;
  /** The disk works again, and writes continue. `words` say what happened. */
  onHealed: (words: string) => void;
  /** Nothing will be written any more. The shop has to be opened again, or the operator has to act. */
  onGivenUp: (why: StoreRefused) => void;
}>;

export type OpenOptions = Readonly<{
  /** Opens the shop for a command, beside processes that have it open. */
  joins?: boolean;
  /**
   * Whether writes run in a thread of their own, without progress reports, or in the caller's thread. Only with a
   * thread does the store heal itself after a failed sync.
   */
  writesInThread?: boolean;
  /** In bytes; no limit if left out. */
  catalogueLimit?: number;
  events?: StoreEvents | undefined;
}>;

/** Opens the store in a SQLite file, as `openDatabase` does. Throws `StoreRefused`. */
export function openSqliteStore(
  file: string,
  firstCoffees: readonly CoffeeFields[],
  at: Date,
  { joins = false, writesInThread = false, catalogueLimit = Infinity, events }: OpenOptions = {},
): CoffeeStore {
  const fill = (fresh: Database.Database) => {
    const log = new SqliteLog(fresh);
    for (const fields of firstCoffees) {
      const end = log.end();
      const draft = new LogDraft(end, log, { visitor: null, at });
      planAdd(coffeeText(fields)).draft(draft);
      log.append(draft.changes, end.lastId);
    }
  };
  const opened = openDatabase(file, fill, joins);
  if (!opened.isJoined) forgetOldKeys(opened.database, dayOf(at));
  return new SqliteStore(file, opened, writesInThread, catalogueLimit, events);
}

/** If the disk is too full for this, the shop opens anyway, and the open shop tries again. */
function forgetOldKeys(database: Database.Database, today: string): void {
  try {
    if (deleteDayKeys(database, today)) database.pragma("wal_checkpoint(TRUNCATE)");
  } catch (error) {
    if (!(error instanceof Database.SqliteError)) throw error;
  }
}

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

/** Long, because all calls share the state of one open file: what is durable, which sync has failed, and healing. */
class SqliteStore implements CoffeeStore {
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
    const { isJoined } = opened;
    this.#catalogueLimit = catalogueLimit;
    this.#file = file;
    this.#opened = opened;
    this.#healsItself = writesInThread && !isJoined;
    this.#events = events;
    this.#open = this.#openFile(opened.database, writesInThread);
    // If joined, the first call looks for commits of others.
    this.#dataVersion = isJoined ? undefined : this.#open.selectDataVersion.get();
    this.#durable = isJoined ? emptyVersion : this.#open.log.version();
    opened.newestChangeFile.write(this.#durable);
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

  async list(): Promise<CoffeeList> {
    return this.#read(() => ({ coffees: this.#open.log.coffees(), version: this.#open.log.version() }));
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

  async page(place: number, limit: number): Promise<ListedRow[]> {
    return this.#readDurable(() => this.#open.log.page(place, limit));
  }

  async follow({ number: after }: Version, limit: number): Promise<FollowedChange[]> {
    const last = this.#durable.number;
    return this.#recent.between(after, last, limit) ?? this.#read(() => this.#open.log.following(after, last, limit));
  }

  async catalogueBytes(): Promise<number> {
    return this.#readDurable(() => this.#open.log.catalogueBytes());
  }

  async find(id: string): Promise<StoredCoffee | undefined> {
    return this.#readDurable(() => this.#open.log.findStored(id));
  }

  async add(text: CoffeeText, by: Author, key?: string): Promise<MadeChange> {
    const { changes } = await this.#write({ kind: "add", text, by, key });
    const [added] = changes;
    if (!added) throw new TypeError("A coffee was added without a change.");
    return added;
  }

  async replace(id: string, text: CoffeeText, by: Author, precondition?: Precondition) {
    const { changes } = await this.#write({ kind: "replace", id, text, by, precondition });
    return changes[0];
  }

  async remove(id: string, by: Author, precondition?: Precondition): Promise<MadeChange | undefined> {
    const { changes } = await this.#write({ kind: "remove", id, by, precondition });
    return changes[0];
  }

  async undo(numbers: readonly number[], by: Author, options: ManyOptions = {}): Promise<UndoResult> {
    const { precondition, onProgress } = options;
    const { changes, kept } = await this.#write({ kind: "undo", numbers, by, precondition }, onProgress);
    return { changes: changes, kept };
  }

  async importAll(
    coffees: readonly IncomingCoffee[],
    by: Author,
    isWhole: boolean,
    { precondition, onProgress }: ManyOptions = {},
  ): Promise<readonly MadeChange[]> {
    const request: WriteRequest = { kind: "import", coffees, isWhole, by, precondition };
    const { changes } = await this.#write(request, onProgress);
    return changes;
  }

  watch(onNews: () => void): void {
    this.#onNews = onNews;
    this.#pollTimer = setInterval(() => {
      this.version(true).catch(() => {}); // the next call reports the error
    }, lookEveryMs).unref();
  }

  async erase(
    erasure: ErasureRequest,
    by: Author,
    { precondition, onProgress }: ManyOptions = {},
  ): Promise<ErasureResult> {
    const { changes, touched = 0 } = await this.#write({ kind: "erase", erasure, by, precondition }, onProgress);
    return { changes: changes, touched };
  }

  async storedChanges(coffeeId: string, after: number): Promise<StoredChange[]> {
    const { number } = await this.version();
    return this.#read(() => this.#open.log.storedChanges(coffeeId, after, number));
  }

  async erasedChanges(after: number): Promise<StoredChange[]> {
    const { number } = await this.version();
    return this.#read(() => this.#open.log.erasedChanges(after, number));
  }

  async laterErasures(): Promise<LaterErasure[]> {
    return this.#read(() => this.#open.log.laterErasures());
  }

  async changes(after: number, limit: number): Promise<StoredChange[]> {
    const { number } = await this.version();
    return this.#read(() => this.#open.log.changes(after, Math.min(limit, Math.max(0, number - after))));
  }

  async keys(after: number, last: number): Promise<IdempotentAdd[]> {
    const { number } = await this.version();
    return this.#read(() => this.#open.log.keys(after, Math.min(last, number)));
  }

  async idAfter(id: string): Promise<string | undefined> {
    return this.#readDurable(() => this.#open.log.idAfter(id));
  }

  async select(selection: ChangeSelection, limit: number): Promise<readonly ChangeWithStatus[]> {
    const { number } = await this.version();
    return this.#read(() => this.#open.log.select(selection, limit, number));
  }

  async summarise(selection: ChangeSelection, limit: number): Promise<ChangeSummary[]> {
    const { number } = await this.version();
    return this.#read(() => this.#open.log.summarise(selection, limit, number));
  }

  async selectPage(selection: ChangeSelection, limit: number): Promise<ChangePage> {
    const { number } = await this.version();
    return this.#read(() => this.#open.log.selectPage(selection, limit, number));
  }

  async history(id: string, limit: number): Promise<HistoryEntry[]> {
    const { number: last } = await this.version();
    const history = await this.#read(() => this.#open.log.history(id, limit));
    return history.filter(({ number }) => number <= last);
  }

  async states(numbers: readonly number[]): Promise<[number, CoffeeText | null][]> {
    return this.#read(() => numbers.map((number) => [number, this.#open.log.stateAfter(number)]));
  }

  async freeze(freeze: Freeze): Promise<void> {
    await this.#write({ kind: "freeze", freeze });
  }

  async thaw(): Promise<void> {
    await this.#write({ kind: "thaw" });
  }

  async currentFreeze(): Promise<Freeze | undefined> {
    return this.#read(() => this.#open.selectFreeze.get());
  }

  async moves(): Promise<Moves> {
    return movesFromRows(await this.#read(() => this.#open.selectMoves.all()));
  }

  async dayKey(day: string): Promise<string> {
    const { dayKey } = await this.#write({ kind: "dayKey", day });
    return dayKey;
  }

  async forgetDayKeys(before: string): Promise<void> {
    await this.#write({ kind: "forgetDayKeys", before });
  }

  async ready(): Promise<void> {
    const { progress, writer } = this.#open;
    if (progress.hasFailed) throw this.#takeUnreportedFault() ?? this.#beginHealing();
    await this.#noticingFailure(progress, writer.ready());
    const { to } = await this.moves();
    if (to?.isDone) throw new Fault("moving", "done");
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
    const dataVersion = await this.#read(() => open.selectDataVersion.get());
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
    const version = await this.#read(() => log.version());
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

  /** Reads, and then waits until everything that was read is durable. */
  async #readDurable<T>(read: () => T): Promise<T> {
    const { found, number } = await this.#read(() => ({ found: read(), number: this.#open.log.version().number }));
    if (number > this.#durable.number) this.#noteDurable(await this.#makeDurable());
    return found;
  }

  /**
   * Sends a write to the writer. A fault that the operator has to see, found by a read, is reported by the next write.
   */
  async #write(request: WriteRequest, onProgress?: OnProgress): Promise<Outcome> {
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
  #read<T>(read: () => T): Promise<T> {
    const end = performance.now() + busyMs;
    return retryWhileBusy(
      () => translateDriverErrors(this.#file, () => this.#open.database.transaction(read).deferred()),
      () => performance.now() < end,
    );
  }
}

/** Waits a short time for pending writes, and for the syncs. */
async function closeFile({ writer, sharedSync }: OpenFile): Promise<void> {
  await writer.close();
  await sharedSync.close();
}
