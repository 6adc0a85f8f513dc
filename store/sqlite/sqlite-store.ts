import type Database from "better-sqlite3";
import { randomBytes } from "node:crypto";
import { dirname } from "node:path";
import type { Change, Version } from "../../catalogue/change.ts";
import type { CoffeeFields } from "../../catalogue/coffee.ts";
import {
  operator,
  type Author,
  type ChangeSelection,
  type CoffeeList,
  type CoffeeStore,
  type Freeze,
  type IncomingCoffee,
  type KeptCoffee,
  type ManyOptions,
  type PlacedChange,
  type PlacedCoffee,
  type Precondition,
  type ToldChange,
  type Undone,
} from "../../catalogue/coffee-store.ts";
import { exactFields, type ExactFields } from "../../catalogue/exact-coffee.ts";
import { Fault } from "../../catalogue/fault.ts";
import { dayAfter } from "../day-after.ts";
import { sync } from "../durable-files.ts";
import { LogDraft } from "../log-draft.ts";
import { planAdd, planBring, planRemove, planReplace, planUndoOf, type WritePlan } from "../write-plans.ts";
import { CommitQueue, whenFree } from "./commit-queue.ts";
import { translateDriverErrors } from "./driver-errors.ts";
import { numberPragma } from "./migrations.ts";
import { openDatabase, type OpenDatabase } from "./open-database.ts";
import { RecentChanges } from "./recent-changes.ts";
import { SqliteLog } from "./sqlite-log.ts";

/** Opens the store kept in one SQLite file, as `openDatabase` does. Throws `StoreRefused`. */
export function openSqliteStore(
  file: string,
  firstCoffees: readonly CoffeeFields[],
  at: Date,
  joins = false,
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
  return new SqliteStore(file, opened);
}

const waitMs = 5_000;
/** In the driver, which lets nothing else run meanwhile. */
const driverWaitMs = 5;
/** For changes of other programs, where nobody asks meanwhile. */
const lookEveryMs = 500;
const dayKeyBytes = 32;

class SqliteStore implements CoffeeStore {
  readonly #file: string;
  readonly #opened: OpenDatabase;
  readonly #database;
  readonly #log: SqliteLog;
  readonly #queue: CommitQueue;
  readonly #selectFreeze;
  readonly #selectDayKey;
  readonly #selectDataVersion;
  readonly #recent = new RecentChanges();

  #durable: Version;
  /** Another number after each commit of another connection. */
  #dataVersion: number | undefined;
  #hasLooked = false;
  #lookingAtOthers: Promise<void> | undefined;
  #onNews = () => {};
  #lookout: NodeJS.Timeout | undefined;
  #closing: Promise<void> | undefined;

  constructor(file: string, opened: OpenDatabase) {
    const { database } = opened;
    this.#file = file;
    this.#opened = opened;
    this.#database = database;
    database.pragma(`busy_timeout = ${driverWaitMs}`);
    this.#log = new SqliteLog(database);
    this.#selectFreeze = database.prepare<[], Freeze>("SELECT since, words FROM freeze");
    this.#selectDayKey = database
      .prepare<[string, string], string>("SELECT key FROM day_key WHERE day IN (?, ?)")
      .pluck();
    this.#selectDataVersion = database.prepare<[], number>("PRAGMA data_version").pluck();
    this.#dataVersion = this.#selectDataVersion.get();
    this.#durable = this.#log.version();
    this.#noteHead();
    this.#queue = new CommitQueue(file, database, this.#log, (version, changes) => {
      this.#recent.take(changes);
      this.#noteDurable(version);
    });
    sync(dirname(file)); // the write-ahead log may be new there
  }

  async list(): Promise<CoffeeList> {
    return this.#read(() => ({ coffees: this.#log.coffees(), version: this.#log.version() }));
  }

  /**
   * Looks for commits of other programs once in each turn of the event loop. A request was sent before the turn in which it
   * is read, so that none of them can be news to it.
   */
  async version(): Promise<Version> {
    if (!this.#hasLooked) {
      const dataVersion = this.#selectDataVersion.get();
      this.#hasLooked = true;
      setImmediate(() => (this.#hasLooked = false));
      if (dataVersion !== this.#dataVersion) this.#startLooking();
    }
    if (this.#lookingAtOthers) await this.#lookingAtOthers;
    return this.#durable;
  }

  async page(place: number, limit: number): Promise<PlacedCoffee[]> {
    const page = await this.#read(() => this.#log.page(place, limit));
    await this.#queue.settle(); // so that `version` tells of all that is in it
    return page;
  }

  async follow(after: number, limit: number): Promise<PlacedChange[]> {
    const last = this.#durable.number;
    return this.#recent.between(after, last, limit) ?? this.#read(() => this.#log.placedChanges(after, last, limit));
  }

  async find(id: string): Promise<KeptCoffee | undefined> {
    return this.#read(() => this.#log.find(id));
  }

  async add(fields: ExactFields, by: Author): Promise<Change> {
    return this.#write(planAdd(fields), by);
  }

  async replace(id: string, fields: ExactFields, by: Author, precondition?: Precondition): Promise<Change | undefined> {
    return this.#write(planReplace(id, fields, precondition), by);
  }

  async remove(id: string, by: Author, precondition?: Precondition): Promise<Change | undefined> {
    return this.#write(planRemove(id, precondition), by);
  }

  async undo(numbers: readonly number[], by: Author, options: ManyOptions = {}): Promise<Undone> {
    return this.#write(planUndoOf(numbers, options), by);
  }

  async bring(
    coffees: readonly IncomingCoffee[],
    by: Author,
    isWhole: boolean,
    options: ManyOptions = {},
  ): Promise<readonly Change[]> {
    return this.#write(planBring(coffees, isWhole, options), by);
  }

  watch(onNews: () => void): void {
    this.#onNews = onNews;
    this.#lookout = setInterval(() => {
      this.#hasLooked = false;
      this.version().then(
        () => (this.#hasLooked = false), // a request of this turn may be newer
        () => {},
      );
    }, lookEveryMs).unref();
  }

  async changes(after: number, limit: number): Promise<Change[]> {
    return this.#read(() => this.#log.changes(after, limit));
  }

  async idAfter(id: string): Promise<string | undefined> {
    return this.#read(() => this.#log.idAfter(id));
  }

  async select(selection: ChangeSelection, limit: number): Promise<ToldChange[]> {
    return this.#read(() => this.#log.select(selection, limit));
  }

  async history(id: string): Promise<Change[]> {
    return this.#read(() => this.#log.history(id));
  }

  async freeze({ since, words }: Freeze): Promise<void> {
    await this.#run(() =>
      this.#database.prepare("INSERT OR REPLACE INTO freeze (only, since, words) VALUES (1, ?, ?)").run(since, words),
    );
  }

  async thaw(): Promise<void> {
    await this.#run(() => this.#database.exec("DELETE FROM freeze"));
  }

  async frozen(): Promise<Freeze | undefined> {
    return this.#read(() => this.#selectFreeze.get());
  }

  async dayKey(day: string): Promise<string> {
    return this.#run(() => {
      const known = this.#selectDayKey.get(day, dayAfter(day));
      if (known !== undefined) return known;
      const key = randomBytes(dayKeyBytes).toString("hex");
      this.#database.prepare("INSERT OR REPLACE INTO day_key (only, day, key) VALUES (1, ?, ?)").run(day, key);
      return key;
    });
  }

  async ready(): Promise<void> {
    await this.#queue.insistOnRoom(() => this.#writeNothingNew());
    await this.#read(() => this.#log.version());
  }

  close(): Promise<void> {
    clearInterval(this.#lookout);
    this.#closing ??= this.#queue.close().then(() => this.#opened.close());
    return this.#closing;
  }

  #writeNothingNew(): void {
    this.#database.pragma(`user_version = ${numberPragma(this.#database, "user_version")}`);
  }

  #noteDurable(version: Version): void {
    if (version.number <= this.#durable.number) return;
    this.#durable = version;
    this.#noteHead();
    this.#onNews();
  }

  /** An empty log has no end that could be cut off. */
  #noteHead(): void {
    if (this.#durable.number > 0) this.#opened.head.note(this.#durable);
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
    const seen = await this.#read(() => ({
      dataVersion: this.#selectDataVersion.get(),
      version: this.#log.version(),
    }));
    this.#dataVersion = seen.dataVersion;
    if (await this.#queue.settle()) this.#noteDurable(seen.version);
  }

  /** Reads see one moment of the catalogue, whatever another process writes meanwhile. */
  #read<T>(read: () => T): Promise<T> {
    const end = performance.now() + waitMs;
    return whenFree(
      () => translateDriverErrors(this.#file, () => this.#database.transaction(read).deferred()),
      () => performance.now() < end,
    );
  }

  #run<T>(act: () => T): Promise<T> {
    return this.#queue.write((end) => ({ made: act(), end, isNew: true, changes: [] }));
  }

  #write<T>({ draft: fill }: WritePlan<T>, by: Author): Promise<T> {
    return this.#queue.write((end) => {
      const freeze = by.visitor === operator ? undefined : this.#selectFreeze.get();
      if (freeze) throw new Fault("frozen", freeze.words);
      const draft = new LogDraft(end, this.#log, by);
      const made = fill(draft);
      const changes = this.#log.append(draft.changes, end.lastId);
      return { made, end: draft.end, isNew: changes.length > 0, changes };
    });
  }
}
