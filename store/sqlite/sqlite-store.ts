import type Database from "better-sqlite3";
import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { emptyVersion, type Change, type Version } from "../../catalogue/change.ts";
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
  type Precondition,
  type ToldChange,
  type Undone,
} from "../../catalogue/coffee-store.ts";
import { exactFields, sameFields, type ExactFields } from "../../catalogue/exact-coffee.ts";
import { Fault } from "../../catalogue/fault.ts";
import { planUndo } from "../../catalogue/undo.ts";
import { storageFailed, storageFull, translateDriverErrors } from "./driver-errors.ts";
import { numberPragma } from "./migrations.ts";
import { openDatabase, type OpenDatabase } from "./open-database.ts";
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
      log.write({ coffeeId: log.newId(at), before: null, after: exactFields(fields) }, { visitor: null, at });
    }
  };
  const opened = openDatabase(file, fill, joins);
  return new SqliteStore(file, opened);
}

const waitMs = 5_000;
/** A shop that closes has little time; what is not written by then was not acknowledged either. */
const closeWaitMs = 2_000;
const retryEveryMs = 25;
/** In the driver, which lets nothing else run meanwhile. */
const driverWaitMs = 5;

class SqliteStore implements CoffeeStore {
  readonly #file: string;
  readonly #opened: OpenDatabase;
  readonly #database;
  readonly #log: SqliteLog;
  readonly #selectFreeze;
  readonly #selectDayKey;

  /** After one sync that failed, none is believed: the disk may have dropped what a later one says it has. */
  #hasFailed = false;
  /** Since the last write that had room; the operator is told once. */
  #isFull = false;
  #newest = 0;

  /** The writes, one after the other in the order in which they came. */
  #writing: Promise<unknown> = Promise.resolve();

  constructor(file: string, opened: OpenDatabase) {
    const { database } = opened;
    this.#file = file;
    this.#opened = opened;
    this.#database = database;
    database.pragma(`busy_timeout = ${driverWaitMs}`);
    this.#log = new SqliteLog(database);
    this.#selectFreeze = database.prepare<[], Freeze>("SELECT since, words FROM freeze");
    this.#selectDayKey = database.prepare<[string], string>("SELECT key FROM day_key WHERE day = ?").pluck();
    this.#noteNewest(this.#log.version());
  }

  async list(): Promise<CoffeeList> {
    return this.#read(() => ({ coffees: this.#log.coffees(), version: this.#log.version() }));
  }

  async version(): Promise<Version> {
    return this.#read(() => this.#log.version());
  }

  async find(id: string): Promise<KeptCoffee | undefined> {
    return this.#read(() => this.#log.find(id));
  }

  async add(fields: ExactFields, by: Author): Promise<Change> {
    return this.#writeBy(by, () =>
      this.#log.write({ coffeeId: this.#log.newId(by.at), before: null, after: fields }, by),
    );
  }

  async replace(id: string, fields: ExactFields, by: Author, precondition?: Precondition): Promise<Change | undefined> {
    return this.#writeBy(by, () => {
      const kept = this.#log.find(id);
      if (!kept) throw new Fault("unknown-coffee", `There is no coffee with the id ${id}.`);
      insistOn(precondition, kept.version);
      if (sameFields(kept.coffee, fields)) return undefined;
      return this.#log.write({ coffeeId: id, before: kept.coffee, after: fields }, by);
    });
  }

  async remove(id: string, by: Author, precondition?: Precondition): Promise<Change | undefined> {
    return this.#writeBy(by, () => {
      const kept = this.#log.find(id);
      if (!kept) return undefined;
      insistOn(precondition, kept.version);
      return this.#log.write({ coffeeId: id, before: kept.coffee, after: null }, by);
    });
  }

  async undo(
    numbers: readonly number[],
    by: Author,
    { precondition, onProgress = () => {} }: ManyOptions = {},
  ): Promise<Undone> {
    return this.#writeBy(by, () => {
      const taken = new Set(numbers);
      const changes = this.#log.select({ numbers }, taken.size);
      const known = new Set(changes.map(({ number }) => number));
      const unknown = numbers.find((number) => !known.has(number));
      if (unknown !== undefined) throw new Fault("unknown-change", `There is no change with the number ${unknown}.`);
      const ids = [...new Set(changes.map(({ coffeeId }) => coffeeId))];
      const plans = ids.map((coffeeId, done) => {
        const history = this.#log.history(coffeeId);
        insistOn(precondition, history.at(-1) ?? emptyVersion);
        const { steps, kept } = planUndo(history, taken);
        onProgress(done + 1, ids.length);
        return { kept, changes: steps.map((step) => this.#log.write({ coffeeId, ...step }, by)) };
      });
      return { changes: plans.flatMap((plan) => plan.changes), kept: plans.flatMap(({ kept }) => kept) };
    });
  }

  async bring(
    coffees: readonly IncomingCoffee[],
    by: Author,
    isWhole: boolean,
    { precondition, onProgress = () => {} }: ManyOptions = {},
  ): Promise<readonly Change[]> {
    return this.#writeBy(by, () => {
      insistOn(precondition, this.#log.version());
      const changes: Change[] = [];
      const listed = new Set(coffees.map(({ _id }) => _id));
      for (const { _id, ...fields } of isWhole ? this.#log.coffees() : []) {
        if (!listed.has(_id)) changes.push(this.#log.write({ coffeeId: _id, before: fields, after: null }, by));
      }
      for (const [done, { _id = this.#log.newId(by.at), fields }] of coffees.entries()) {
        const before = this.#log.find(_id)?.coffee ?? null;
        if (!before || JSON.stringify(exactFields(before)) !== JSON.stringify(fields)) {
          changes.push(this.#log.write({ coffeeId: _id, before, after: fields }, by));
        }
        onProgress(done + 1, coffees.length);
      }
      return changes;
    });
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
    await this.#write(() =>
      this.#database.prepare("INSERT OR REPLACE INTO freeze (only, since, words) VALUES (1, ?, ?)").run(since, words),
    );
  }

  async thaw(): Promise<void> {
    await this.#write(() => this.#database.exec("DELETE FROM freeze"));
  }

  async frozen(): Promise<Freeze | undefined> {
    return this.#read(() => this.#selectFreeze.get());
  }

  async dayKey(day: string): Promise<string> {
    return this.#write(() => {
      const known = this.#selectDayKey.get(day);
      if (known !== undefined) return known;
      const key = randomBytes(dayKeyBytes).toString("hex");
      this.#database.prepare("INSERT OR REPLACE INTO day_key (only, day, key) VALUES (1, ?, ?)").run(day, key);
      return key;
    });
  }

  async ready(): Promise<void> {
    if (this.#hasFailed) throw storageFailed();
    if (!this.#isFull) return void (await this.#read(() => this.#log.version()));
    await this.#write(() => this.#writeNothingNew());
    this.#isFull = false;
  }

  async close(): Promise<void> {
    await Promise.race([this.#writing, delay(closeWaitMs, undefined, { ref: false })]);
    this.#opened.close();
  }

  /** Takes as much room as a write does, which is how to know that there is some. */
  #writeNothingNew(): void {
    this.#database.pragma(`user_version = ${numberPragma(this.#database, "user_version")}`);
  }

  /** An empty log has no end that could be cut off. */
  #noteNewest(version: Version): void {
    this.#newest = version.number;
    if (version.number > 0) this.#opened.head.note(version);
  }

  /** Reads see one moment of the catalogue, whatever another process writes meanwhile. */
  #read<T>(read: () => T): Promise<T> {
    return whenFree(() => translateDriverErrors(this.#file, () => this.#database.transaction(read).deferred()));
  }

  #write<T>(write: () => T): Promise<T> {
    const end = performance.now() + waitMs;
    const written = this.#writing.then(() => whenFree(() => this.#writeNow(write), end));
    this.#writing = written.catch(() => {}); // whoever asked for the write hears of it
    return written;
  }

  #writeNow<T>(write: () => T): T {
    if (this.#hasFailed) throw storageFailed();
    try {
      const run = this.#database.transaction(() => ({ written: write(), version: this.#log.version() }));
      const { written, version } = translateDriverErrors(this.#file, () => run.immediate());
      if (version.number > this.#newest) this.#isFull = false; // a write that changes nothing needs no room
      this.#noteNewest(version);
      return written;
    } catch (error) {
      const code = error instanceof Fault ? error.code : undefined;
      this.#hasFailed = code === "storage-failed";
      if (code !== "storage-full") throw error;
      const isTold = this.#isFull;
      this.#isFull = true;
      throw isTold ? storageFull() : error;
    }
  }

  #writeBy<T>({ visitor }: Author, write: () => T): Promise<T> {
    return this.#write(() => {
      const freeze = visitor === operator ? undefined : this.#selectFreeze.get();
      if (freeze) throw new Fault("frozen", freeze.words);
      return write();
    });
  }
}

/** Tries again while another process holds the database; what this one has to do otherwise goes on meanwhile. */
async function whenFree<T>(act: () => T, end = performance.now() + waitMs): Promise<T> {
  for (;;) {
    try {
      return act();
    } catch (error) {
      const isBusy = error instanceof Fault && error.code === "storage-busy";
      if (!isBusy || performance.now() >= end) throw error;
    }
    await delay(retryEveryMs);
  }
}

const dayKeyBytes = 32;

function insistOn(precondition: Precondition | undefined, current: Version): void {
  if (precondition && !precondition(current)) {
    throw new Fault("changed-meanwhile", "This coffee was changed since it was read; nothing was written.");
  }
}
