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
import { movedAwayFault, movesFromRows, selectMoves, type MoveRow } from "../copies/move-marks.ts";
import { planAdd } from "../log/write-plans.ts";
import { SharedProgress } from "./writing/shared-progress.ts";
import { retryWhileBusy } from "./writing/commit-queue.ts";
import { deleteDayKeys } from "./day-keys.ts";
import { storageFailed, syncFailed, translateDriverErrors } from "./driver-errors.ts";
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

/** Hears what the operator should know of a shop that is open, beside what the faults of its calls tell. */
export type StoreEvents = Readonly<{
  /** Something went wrong; the store goes on by itself. */
  onTrouble: (why: StoreRefused) => void;
  /** A failed disk works again, and so do writes; `words` say what became of it. */
  onHealed: (words: string) => void;
  /** Nothing will be written any more: only opening the shop again, or the operator, can help. */
  onGivenUp: (why: StoreRefused) => void;
}>;

export type OpenOptions = Readonly<{
  /** Opens it beside those who have it open, for a command. */
  joins?: boolean;
  /**
   * Whether writes have a thread of their own, which tells of no progress, or are made in that of the caller. Only with a
   * thread of its own does the store heal itself after a sync that failed.
   */
  writesInThread?: boolean;
  /** In bytes; no limit where it is left out. */
  catalogueLimit?: number;
  events?: StoreEvents | undefined;
}>;

/** Opens the store kept in one SQLite file, as `openDatabase` does. Throws `StoreRefused`. */
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

/** A disk that has no room for it does not keep a shop from opening: the open shop tries again. */
function forgetOldKeys(database: Database.Database, today: string): void {
  try {
    if (deleteDayKeys(database, today)) database.pragma("wal_checkpoint(TRUNCATE)");
  } catch (error) {
    if (!(error instanceof Database.SqliteError)) throw error;
  }
}

const busyMs = 5_000;
/** In the driver, which lets nothing else run meanwhile. */
const driverWaitMs = 5;
/** For changes of other programs, where nobody asks meanwhile. */
const lookEveryMs = 500;
/** Between attempts to heal: at first the least, then twice as long each time, up to the most. */
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

class SqliteStore implements CoffeeStore {
  readonly #file: string;
  readonly #opened: OpenDatabase;
  readonly #catalogueLimit: number;
  readonly #healsItself: boolean;
  readonly #events: StoreEvents | undefined;
  readonly #recent = new RecentChanges();
  /** What belongs to the file that is open now: healing puts another in its place. */
  #open: OpenFile;

  #durable: Version;
  /** Another number after each commit of another connection; of the last at which nothing was there that is not durable. */
  #dataVersion: number | undefined;
  #hasLooked = false;
  #lookingAtOthers: Promise<void> | undefined;
  /** What a sync beside the writes has failed with. */
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
    // What others have under way is looked into first.
    this.#dataVersion = isJoined ? undefined : this.#open.selectDataVersion.get();
    this.#durable = isJoined ? emptyVersion : this.#open.log.version();
    opened.newestChangeFile.write(this.#durable);
  }

  /** Prepares all that works on the file over a connection. */
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
    sync(dirname(file)); // the write-ahead log may be new there
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
   * Looks for commits of other programs once in each turn of the event loop. A request was sent before the turn in which it
   * is read, so that none of them can be news to it; a look beside requests may be of a turn before.
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
      this.version(true).catch(() => {}); // whoever asks next hears what is wrong
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
    if (to?.isDone) throw movedAwayFault();
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

  /** Whether nothing is committed but what is known to be durable, and what this process itself has under way. */
  #knowsEveryCommit(): boolean {
    try {
      const dataVersion = this.#open.selectDataVersion.get();
      if (dataVersion === this.#dataVersion) return true;
      const { number } = this.#open.log.version();
      if (number <= this.#durable.number) this.#dataVersion = dataVersion;
      // In this order: the marks are set before what they tell of is committed.
      return (
        number <= Math.max(this.#durable.number, this.#open.progress.own) &&
        this.#open.progress.others <= this.#durable.number
      );
    } catch (error) {
      if (!(error instanceof Database.SqliteError)) throw error;
      return false; // a closer look waits for whoever is in the way, or finds out what is wrong
    }
  }

  /** Another look may begin while this one waits for the disk; all are waited for. */
  #startLooking(): void {
    const look = Promise.all([this.#lookingAtOthers, this.#lookAtOthers()])
      .then(() => {})
      .finally(() => {
        if (this.#lookingAtOthers === look) this.#lookingAtOthers = undefined;
      });
    this.#lookingAtOthers = look;
  }

  /** What others committed may not be durable yet, and no more may what this process did in between. */
  async #lookAtOthers(): Promise<void> {
    const open = this.#open;
    const dataVersion = await this.#read(() => open.selectDataVersion.get());
    const version = await this.#makeDurable().catch((error: unknown) => {
      if (error instanceof Fault && error.code === "storage-failed") return this.#durable;
      throw error;
    });
    if (this.#open === open) this.#dataVersion = dataVersion;
    // Among what others wrote may be an erasure of what is kept here.
    if (version.number > this.#durable.number) this.#recent.clear();
    this.#noteDurable(version);
  }

  /**
   * The newest version, once all up to it is durable, whoever committed it. Beside the writer, which may be at work on
   * something long.
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

  /** What is read, once all that it may tell of is durable, and `version` tells of that. */
  async #readDurable<T>(read: () => T): Promise<T> {
    const { found, number } = await this.#read(() => ({ found: read(), number: this.#open.log.version().number }));
    if (number > this.#durable.number) this.#noteDurable(await this.#makeDurable());
    return found;
  }

  /** Sends a write on its way. Whoever reads is not told what the operator has to see to: the next who writes is. */
  async #write(request: WriteRequest, onProgress?: OnProgress): Promise<Outcome> {
    const { writer, progress } = this.#open;
    const fault = this.#takeUnreportedFault();
    if (fault) throw fault;
    if (this.#healing) throw storageFailed();
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

  /** Begins to heal, where this store does, and gives back what to refuse with meanwhile. */
  #beginHealing(): Fault {
    if (this.#healsItself && !this.#closed.signal.aborted) this.#healing ??= this.#heal();
    return storageFailed();
  }

  /** Resolves once writes go on, or will not go on any more. Meanwhile all is read from the file that failed. */
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

  /** Undefined once writes go on in a new file, else why that has to wait. Throws where waiting would not help. */
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

  /** Goes over to the file that has taken the place of the one that was opened. */
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

  /** Reads see one moment of the catalogue, whatever another process writes meanwhile. */
  #read<T>(read: () => T): Promise<T> {
    const end = performance.now() + busyMs;
    return retryWhileBusy(
      () => translateDriverErrors(this.#file, () => this.#open.database.transaction(read).deferred()),
      () => performance.now() < end,
    );
  }
}

/** Waits for the writes under way, though not for long, and for the syncs. */
async function closeFile({ writer, sharedSync }: OpenFile): Promise<void> {
  await writer.close();
  await sharedSync.close();
}
