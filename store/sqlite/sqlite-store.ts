import Database from "better-sqlite3";
import { randomBytes } from "node:crypto";
import { chain, emptyVersion, type Action, type Change, type Version } from "../../catalogue/change.ts";
import { nextCoffeeId } from "../../catalogue/coffee-id.ts";
import type { CoffeeFields, TextField } from "../../catalogue/coffee.ts";
import type { CoffeeList, CoffeeStore, KeptCoffee, Precondition } from "../../catalogue/coffee-store.ts";
import {
  exactFields,
  exactPrice,
  parseExact,
  sameFields,
  type ExactCoffee,
  type ExactFields,
} from "../../catalogue/exact-coffee.ts";
import { Fault } from "../../catalogue/fault.ts";
import { openDatabase } from "./open-database.ts";

type FieldsRow = Readonly<Record<TextField | "price", string>>;
type CoffeeRow = Readonly<{ _id: string }> & FieldsRow;
type ChangeRow = Omit<Change, "before" | "after"> & Readonly<{ before: string | null; after: string | null }>;

/** Opens the store kept in one SQLite file. Throws `StoreRefused`. */
export function openSqliteStore(file: string, firstCoffees: readonly CoffeeFields[], at: Date): CoffeeStore {
  const database = openDatabase(file, (fresh) => {
    const log = new SqliteLog(fresh);
    for (const fields of firstCoffees) log.add(exactFields(fields), at);
  });
  return new SqliteStore(database);
}

class SqliteStore implements CoffeeStore {
  readonly #database: Database.Database;
  readonly #log: SqliteLog;

  constructor(database: Database.Database) {
    this.#database = database;
    this.#log = new SqliteLog(database);
  }

  async list(): Promise<CoffeeList> {
    return this.#run(() => ({ coffees: this.#log.coffees(), version: this.#log.version() }));
  }

  async version(): Promise<Version> {
    return this.#run(() => this.#log.version());
  }

  async find(id: string): Promise<KeptCoffee | undefined> {
    return this.#run(() => this.#log.find(id));
  }

  async add(fields: ExactFields, at: Date): Promise<Change> {
    return this.#write(() => this.#log.add(fields, at));
  }

  async replace(id: string, fields: ExactFields, at: Date, precondition?: Precondition): Promise<Change | undefined> {
    return this.#write(() => {
      const kept = this.#log.find(id);
      if (!kept) throw new Fault("unknown-coffee", `There is no coffee with the id ${id}.`);
      insistOn(precondition, kept);
      if (sameFields(kept.coffee, fields)) return undefined;
      return this.#log.replace(id, kept.coffee, fields, at);
    });
  }

  async remove(id: string, at: Date, precondition?: Precondition): Promise<Change | undefined> {
    return this.#write(() => {
      const kept = this.#log.find(id);
      if (!kept) return undefined;
      insistOn(precondition, kept);
      return this.#log.remove(id, kept.coffee, at);
    });
  }

  async changes(after: number, limit: number): Promise<Change[]> {
    return this.#run(() => this.#log.changes(after, limit));
  }

  async close(): Promise<void> {
    this.#database.close();
  }

  /** Reads see one moment of the catalogue, whatever another process writes meanwhile. */
  #run<T>(read: () => T): T {
    return translateDriverErrors(() => this.#database.transaction(read).deferred());
  }

  #write<T>(write: () => T): T {
    return translateDriverErrors(() => this.#database.transaction(write).immediate());
  }
}

/** The statements, each to be run inside a transaction of its caller's. */
class SqliteLog {
  readonly #selectCoffees;
  readonly #selectCoffee;
  readonly #selectVersion;
  readonly #selectVersionOf;
  readonly #selectLastId;
  readonly #selectChanges;
  readonly #insertChange;
  readonly #insertCoffee;
  readonly #updateCoffee;
  readonly #deleteCoffee;

  constructor(database: Database.Database) {
    const columns = "name, chef, supplier, taste, category, details, photo, price";
    this.#selectCoffees = database.prepare<[], CoffeeRow>(`SELECT _id, ${columns} FROM coffees ORDER BY place`);
    this.#selectCoffee = database.prepare<[string], CoffeeRow>(`SELECT _id, ${columns} FROM coffees WHERE _id = ?`);
    this.#selectVersion = database.prepare<[], Version>(
      "SELECT number, hash FROM changes ORDER BY number DESC LIMIT 1",
    );
    this.#selectVersionOf = database.prepare<[string], Version>(
      "SELECT number, hash FROM changes WHERE number = (SELECT version FROM coffees WHERE _id = ?)",
    );
    this.#selectLastId = database.prepare<[], string | null>("SELECT max(coffee_id) FROM changes").pluck();
    this.#selectChanges = database.prepare<[number, number], ChangeRow>(`
      SELECT number, time, action, coffee_id AS coffeeId, before, after, visitor, undoes, hash
      FROM changes WHERE number > ? ORDER BY number LIMIT ?`);
    this.#insertChange = database.prepare<[ChangeRow]>(`
      INSERT INTO changes (number, time, action, coffee_id, before, after, visitor, undoes, hash)
      VALUES (@number, @time, @action, @coffeeId, @before, @after, @visitor, @undoes, @hash)`);
    this.#insertCoffee = database.prepare<[CoffeeRow & { number: number }]>(`
      INSERT INTO coffees (_id, place, version, ${columns})
      VALUES (@_id, @number, @number, @name, @chef, @supplier, @taste, @category, @details, @photo, @price)`);
    this.#updateCoffee = database.prepare<[CoffeeRow & { number: number }]>(`
      UPDATE coffees SET version = @number, name = @name, chef = @chef, supplier = @supplier, taste = @taste,
        category = @category, details = @details, photo = @photo, price = @price WHERE _id = @_id`);
    this.#deleteCoffee = database.prepare<[string]>("DELETE FROM coffees WHERE _id = ?");
  }

  version(): Version {
    return this.#selectVersion.get() ?? emptyVersion;
  }

  coffees(): ExactCoffee[] {
    return this.#selectCoffees.all().map(coffeeFromRow);
  }

  find(id: string): KeptCoffee | undefined {
    const row = this.#selectCoffee.get(id);
    const version = this.#selectVersionOf.get(id);
    return row && version && { coffee: coffeeFromRow(row), version };
  }

  changes(after: number, limit: number): Change[] {
    return this.#selectChanges.all(after, limit).map(changeFromRow);
  }

  add(fields: ExactFields, at: Date): Change {
    const id = nextCoffeeId(this.#selectLastId.get() ?? undefined, at, randomBytes(8).toString("hex"));
    const change = this.#append("add", id, null, fields, at);
    this.#insertCoffee.run({ ...rowFromFields(fields), _id: id, number: change.number });
    return change;
  }

  replace(id: string, before: ExactFields, after: ExactFields, at: Date): Change {
    const change = this.#append("replace", id, exactFields(before), after, at);
    this.#updateCoffee.run({ ...rowFromFields(after), _id: id, number: change.number });
    return change;
  }

  remove(id: string, before: ExactFields, at: Date): Change {
    const change = this.#append("remove", id, exactFields(before), null, at);
    this.#deleteCoffee.run(id);
    return change;
  }

  #append(action: Action, coffeeId: string, before: ExactFields | null, after: ExactFields | null, at: Date): Change {
    const entry = { time: at.toISOString(), action, coffeeId, before, after, visitor: null, undoes: null };
    const change = chain(entry, this.version());
    this.#insertChange.run({
      ...change,
      before: before && JSON.stringify(before),
      after: after && JSON.stringify(after),
    });
    return change;
  }
}

function insistOn(precondition: Precondition | undefined, kept: KeptCoffee): void {
  if (precondition && !precondition(kept.version)) {
    throw new Fault("changed-meanwhile", "This coffee was changed since it was read; nothing was written.");
  }
}

function rowFromFields(fields: ExactFields): FieldsRow {
  return { ...fields, price: JSON.stringify(fields.price) };
}

function coffeeFromRow({ _id, ...row }: CoffeeRow): ExactCoffee {
  const price = row.price.startsWith('"') ? String(JSON.parse(row.price)) : exactPrice(Number(row.price), row.price);
  return { _id, ...row, price };
}

function changeFromRow(row: ChangeRow): Change {
  return {
    ...row,
    before: row.before === null ? null : parseExact(row.before),
    after: row.after === null ? null : parseExact(row.after),
  };
}

/** By the driver's code, never by its words. What is not expected goes on to the edge as it is. */
function translateDriverErrors<T>(act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (!(error instanceof Database.SqliteError)) throw error;
    if (error.code === "SQLITE_FULL") {
      throw new Fault("storage-full", "The shop's disk is full; nothing was written.", [], error);
    }
    if (error.code.startsWith("SQLITE_BUSY")) {
      throw new Fault(
        "storage-busy",
        "The shop's catalogue is busy; nothing was written. Try again in a moment.",
        [],
        error,
      );
    }
    throw error;
  }
}
