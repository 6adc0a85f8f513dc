import Database from "better-sqlite3";
import { dirname } from "node:path";
import { emptyVersion, type Change, type StoredChange, type Version } from "../../catalogue/change.ts";
import type { CoffeeFields } from "../../catalogue/coffee.ts";
import type {
  Author,
  ChangePage,
  ChangeSelection,
  CoffeeList,
  CoffeeStore,
  FollowedChange,
  Freeze,
  IncomingCoffee,
  KeptCoffee,
  KeyedAdd,
  MadeChange,
  ManyOptions,
  Moves,
  PlacedCoffee,
  Precondition,
  ToldChange,
  Undone,
} from "../../catalogue/coffee-store.ts";
import { dayOf } from "../../catalogue/day.ts";
import { exactFields, type ExactFields } from "../../catalogue/exact-coffee.ts";
import { Fault } from "../../catalogue/fault.ts";
import { sync } from "../durable-files.ts";
import { LogDraft } from "../log-draft.ts";
import { rowFromFields } from "../log-rows.ts";
import { hasMoved, movesFromRows, selectMoves, type MoveRow } from "../move-marks.ts";
import { planAdd } from "../write-plans.ts";
import { CommitMarks } from "./commit-marks.ts";
import { whenFree } from "./commit-queue.ts";
import { deleteDayKeys } from "./day-keys.ts";
import { storageFailed, syncFailed, translateDriverErrors } from "./driver-errors.ts";
import { LogWriter } from "./log-writer.ts";
import { openDatabase, type OpenDatabase } from "./open-database.ts";
import { RecentChanges } from "./recent-changes.ts";
import { SqliteLog } from "./sqlite-log.ts";
import { SharedSync } from "./shared-sync.ts";
import type { OnDurable, OnProgress, Outcome, Writer, WriteRequest } from "./writer.ts";
import { WriterThread } from "./writer-thread.ts";

export type OpenOptions = Readonly<{
  /** Opens it beside those who have it open, for a command. */
  joins?: boolean;
  /** Whether writes have a thread of their own, which tells of no progress, or are made in that of the caller. */
  writesInThread?: boolean;
  /** In bytes; no limit where it is left out. */
  catalogueLimit?: number;
}>;

/** Opens the store kept in one SQLite file, as `openDatabase` does. Throws `StoreRefused`. */
export function openSqliteStore(
  file: string,
  firstCoffees: readonly CoffeeFields[],
  at: Date,
  { joins = false, writesInThread = false, catalogueLimit = Infinity }: OpenOptions = {},
): CoffeeStore {
  const fill = (fresh: Database.Database) => {
    const log = new SqliteLog(fresh);
    for (const fields of firstCoffees) {
      const end = log.end();
      const draft = new LogDraft(end, log, { visitor: null, at });
      planAdd(exactFields(fields)).draft(draft);
      log.append(draft.changes, end.lastId);
    }
  };
  const opened = openDatabase(file, fill, joins);
  if (!opened.isJoined) forgetOldKeys(opened.database, dayOf(at));
  return new SqliteStore(file, opened, writesInThread, catalogueLimit);
}

/** A disk that has no room for it does not keep a shop from opening: the open shop tries again. */
function forgetOldKeys(database: Database.Database, today: string): void {
  try {
    if (deleteDayKeys(database, today)) database.pragma("wal_checkpoint(TRUNCATE)");
  } catch (error) {
    if (!(error instanceof Database.SqliteError)) throw error;
  }
}

const waitMs = 5_000;
/** In the driver, which lets nothing else run meanwhile. */
const driverWaitMs = 5;
/** For changes of other programs, where nobody asks meanwhile. */
const lookEveryMs = 500;

class SqliteStore implements CoffeeStore {
  readonly #file: string;
  readonly #opened: OpenDatabase;
  readonly #database;
  readonly #log: SqliteLog;
  readonly #writer: Writer;
  readonly #marks = new CommitMarks();
  readonly #selectFreeze;
  readonly #selectMoves;
  readonly #selectDataVersion;
  readonly #sync: SharedSync;
  readonly #recent = new RecentChanges();

  #durable: Version;
  /** Another number after each commit of another connection; of the last at which nothing was there that is not durable. */
  #dataVersion: number | undefined;
  #hasLooked = false;
  #lookingAtOthers: Promise<void> | undefined;
  /** What a sync beside the writes has failed with. */
  #untold: Fault | undefined;
  #onNews = () => {};
  #lookout: NodeJS.Timeout | undefined;
  #closing: Promise<void> | undefined;

  constructor(file: string, opened: OpenDatabase, writesInThread: boolean, catalogueLimit: number) {
    const { database, head, isJoined } = opened;
    this.#file = file;
    this.#opened = opened;
    this.#database = database;
    database.pragma(`busy_timeout = ${driverWaitMs}`);
    this.#log = new SqliteLog(database);
    this.#selectFreeze = database.prepare<[], Freeze>("SELECT since, words FROM freeze");
    this.#selectMoves = database.prepare<[], MoveRow>(selectMoves);
    this.#selectDataVersion = database.prepare<[], number>("PRAGMA data_version").pluck();
    // What others have under way is looked into first.
    this.#dataVersion = isJoined ? undefined : this.#selectDataVersion.get();
    this.#durable = isJoined ? emptyVersion : this.#log.version();
    head.note(this.#durable);
    const onDurable: OnDurable = (version, changes) => {
      this.#recent.take(changes);
      this.#noteDurable(version);
    };
    sync(dirname(file)); // the write-ahead log may be new there
    this.#sync = new SharedSync(`${file}-wal`);
    this.#writer = writesInThread
      ? new WriterThread(file, head.file, this.#marks, onDurable, catalogueLimit)
      : new LogWriter(file, database, head, this.#marks, onDurable, catalogueLimit);
  }

  async list(): Promise<CoffeeList> {
    return this.#read(() => ({ coffees: this.#log.coffees(), version: this.#log.version() }));
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
      if (!this.#knowsAll()) this.#startLooking();
    }
    if (this.#lookingAtOthers) await this.#lookingAtOthers;
    return this.#durable;
  }

  async page(place: number, limit: number): Promise<PlacedCoffee[]> {
    return this.#readDurable(() => this.#log.page(place, limit));
  }

  async follow({ number: after }: Version, limit: number): Promise<FollowedChange[]> {
    const last = this.#durable.number;
    return this.#recent.between(after, last, limit) ?? this.#read(() => this.#log.following(after, last, limit));
  }

  async catalogueBytes(): Promise<number> {
    return this.#readDurable(() => this.#log.catalogueBytes());
  }

  async find(id: string): Promise<KeptCoffee | undefined> {
    return this.#readDurable(() => this.#log.findKept(id));
  }

  async add(fields: ExactFields, by: Author, key?: string): Promise<MadeChange> {
    const { made } = await this.#write({ kind: "add", fields: rowFromFields(fields), by, key });
    const [added] = made;
    if (!added) throw new TypeError("A coffee was added without a change.");
    return added;
  }

  async replace(id: string, fields: ExactFields, by: Author, precondition?: Precondition) {
    const row = rowFromFields(fields);
    const { made } = await this.#write({ kind: "replace", id, fields: row, by, precondition });
    return made[0];
  }

  async remove(id: string, by: Author, precondition?: Precondition): Promise<MadeChange | undefined> {
    const { made } = await this.#write({ kind: "remove", id, by, precondition });
    return made[0];
  }

  async undo(numbers: readonly number[], by: Author, options: ManyOptions = {}): Promise<Undone> {
    const { precondition, onProgress } = options;
    const { made, kept } = await this.#write({ kind: "undo", numbers, by, precondition }, onProgress);
    return { changes: made, kept };
  }

  async bring(
    coffees: readonly IncomingCoffee[],
    by: Author,
    isWhole: boolean,
    { precondition, onProgress }: ManyOptions = {},
  ): Promise<readonly MadeChange[]> {
    const rows = coffees.map(({ _id, fields }) => ({ _id, fields: rowFromFields(fields) }));
    const request: WriteRequest = { kind: "bring", coffees: rows, isWhole, by, precondition };
    const { made } = await this.#write(request, onProgress);
    return made;
  }

  watch(onNews: () => void): void {
    this.#onNews = onNews;
    this.#lookout = setInterval(() => {
      this.version(true).catch(() => {}); // whoever asks next hears what is wrong
    }, lookEveryMs).unref();
  }

  async changes(after: number, limit: number): Promise<StoredChange[]> {
    const { number } = await this.version();
    return this.#read(() => this.#log.changes(after, Math.min(limit, Math.max(0, number - after))));
  }

  async keys(after: number, last: number): Promise<KeyedAdd[]> {
    const { number } = await this.version();
    return this.#read(() => this.#log.keys(after, Math.min(last, number)));
  }

  async idAfter(id: string): Promise<string | undefined> {
    return this.#readDurable(() => this.#log.idAfter(id));
  }

  async select(selection: ChangeSelection, limit: number): Promise<ToldChange[]> {
    const { number } = await this.version();
    return this.#read(() => this.#log.select(selection, limit, number));
  }

  async selectPage(selection: ChangeSelection, limit: number): Promise<ChangePage> {
    const { number } = await this.version();
    return this.#read(() => this.#log.selectPage(selection, limit, number));
  }

  async history(id: string): Promise<Change[]> {
    const { number: last } = await this.version();
    const history = await this.#read(() => this.#log.history(id));
    return history.filter(({ number }) => number <= last);
  }

  async freeze(freeze: Freeze): Promise<void> {
    await this.#write({ kind: "freeze", freeze });
  }

  async thaw(): Promise<void> {
    await this.#write({ kind: "thaw" });
  }

  async frozen(): Promise<Freeze | undefined> {
    return this.#read(() => this.#selectFreeze.get());
  }

  async moves(): Promise<Moves> {
    return movesFromRows(await this.#read(() => this.#selectMoves.all()));
  }

  async dayKey(day: string): Promise<string> {
    const { dayKey } = await this.#write({ kind: "dayKey", day });
    return dayKey;
  }

  async forgetDayKeys(before: string): Promise<void> {
    await this.#write({ kind: "forgetDayKeys", before });
  }

  async ready(): Promise<void> {
    if (this.#marks.hasFailed) throw this.#takeUntold() ?? storageFailed();
    await this.#writer.ready();
    const { to } = await this.moves();
    if (to?.isDone) throw hasMoved();
  }

  close(): Promise<void> {
    clearInterval(this.#lookout);
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    await this.#writer.close();
    await this.#sync.close();
    this.#opened.close();
  }

  #noteDurable(version: Version): void {
    if (version.number <= this.#durable.number) return;
    this.#durable = version;
    this.#onNews();
  }

  /** Whether nothing is committed but what is known to be durable, and what this process itself has under way. */
  #knowsAll(): boolean {
    try {
      const dataVersion = this.#selectDataVersion.get();
      if (dataVersion === this.#dataVersion) return true;
      const { number } = this.#log.version();
      if (number <= this.#durable.number) this.#dataVersion = dataVersion;
      // In this order: the marks are set before what they tell of is committed.
      return number <= Math.max(this.#durable.number, this.#marks.own) && this.#marks.others <= this.#durable.number;
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
    const dataVersion = await this.#read(() => this.#selectDataVersion.get());
    const version = await this.#settle().catch((error: unknown) => {
      if (error instanceof Fault && error.code === "storage-failed") return this.#durable;
      throw error;
    });
    this.#dataVersion = dataVersion;
    this.#noteDurable(version);
  }

  /**
   * The newest version, once all up to it is durable, whoever committed it. Beside the writer, which may be at work on
   * something long.
   */
  async #settle(): Promise<Version> {
    const version = await this.#read(() => this.#log.version());
    try {
      await this.#sync.sync();
    } catch (error) {
      if (!this.#marks.hasFailed) this.#untold = syncFailed(this.#file, error);
      this.#marks.fail();
    }
    if (this.#marks.hasFailed) throw storageFailed();
    this.#opened.head.note(version);
    return version;
  }

  /** What is read, once all that it may tell of is durable, and `version` tells of that. */
  async #readDurable<T>(read: () => T): Promise<T> {
    const { found, number } = await this.#read(() => ({ found: read(), number: this.#log.version().number }));
    if (number > this.#durable.number) this.#noteDurable(await this.#settle());
    return found;
  }

  /** Sends a write on its way. Whoever reads is not told what the operator has to see to: the next who writes is. */
  #write(request: WriteRequest, onProgress?: OnProgress): Promise<Outcome> {
    const untold = this.#takeUntold();
    return untold ? Promise.reject(untold) : this.#writer.write(request, onProgress);
  }

  #takeUntold(): Fault | undefined {
    const untold = this.#untold;
    this.#untold = undefined;
    return untold;
  }

  /** Reads see one moment of the catalogue, whatever another process writes meanwhile. */
  #read<T>(read: () => T): Promise<T> {
    const end = performance.now() + waitMs;
    return whenFree(
      () => translateDriverErrors(this.#file, () => this.#database.transaction(read).deferred()),
      () => performance.now() < end,
    );
  }
}
