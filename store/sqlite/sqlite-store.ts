import Database from "better-sqlite3";
import type { CoffeeFields } from "../../catalogue/coffee.ts";
import type { CoffeeStore } from "../../catalogue/coffee-store.ts";
import { coffeeText } from "../../catalogue/coffee-text.ts";
import { dayOf } from "../../catalogue/day.ts";
import { Fault } from "../../catalogue/fault.ts";
import { movesFromRows } from "../copies/move-marks.ts";
import { LogDraft } from "../log/log-draft.ts";
import { planAdd } from "../log/write-plans.ts";
import { deleteDayKeys } from "./day-keys.ts";
import { openDatabase } from "./file/open-database.ts";
import { LiveFile, type StoreEvents } from "./live-file.ts";
import { SqliteLog } from "./sqlite-log.ts";

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
  // The process that has the file open already forgets them; emptying the log now would make its writers wait.
  if (!opened.isShared) forgetOldKeys(opened.database, dayOf(at));
  return new SqliteStore(new LiveFile(file, opened, writesInThread, catalogueLimit, events));
}

/** If the disk is too full for this, the shop opens anyway, and the open shop tries again. */
function forgetOldKeys(database: Database.Database, today: string): void {
  try {
    if (deleteDayKeys(database, today)) database.pragma("wal_checkpoint(TRUNCATE)");
  } catch (error) {
    if (!(error instanceof Database.SqliteError)) throw error;
  }
}

class SqliteStore implements CoffeeStore {
  readonly #file: LiveFile;

  constructor(file: LiveFile) {
    this.#file = file;
  }

  readonly version: CoffeeStore["version"] = (isBeside) => this.#file.version(isBeside);
  readonly follow: CoffeeStore["follow"] = (after, limit) => this.#file.follow(after, limit);
  readonly watch: CoffeeStore["watch"] = (onNews) => this.#file.watch(onNews);
  readonly close: CoffeeStore["close"] = () => this.#file.close();
  readonly [Symbol.asyncDispose] = this.close;

  readonly list: CoffeeStore["list"] = () =>
    this.#file.read(({ log }) => ({ coffees: log.coffees(), version: log.version() }));
  readonly page: CoffeeStore["page"] = (place, limit) => this.#file.readDurable((log) => log.page(place, limit));
  readonly find: CoffeeStore["find"] = (id) => this.#file.readDurable((log) => log.findStored(id));
  readonly idAfter: CoffeeStore["idAfter"] = (id) => this.#file.readDurable((log) => log.idAfter(id));
  readonly catalogueBytes: CoffeeStore["catalogueBytes"] = () => this.#file.readDurable((log) => log.catalogueBytes());

  readonly changes: CoffeeStore["changes"] = (after, limit) =>
    this.#file.readUpToDurable((log, last) => log.changes(after, Math.min(limit, Math.max(0, last - after))));
  readonly storedChanges: CoffeeStore["storedChanges"] = (coffeeId, after) =>
    this.#file.readUpToDurable((log, last) => log.storedChanges(coffeeId, after, last));
  readonly erasedChanges: CoffeeStore["erasedChanges"] = (after) =>
    this.#file.readUpToDurable((log, last) => log.erasedChanges(after, last));
  readonly keys: CoffeeStore["keys"] = (after, upTo) =>
    this.#file.readUpToDurable((log, last) => log.keys(after, Math.min(upTo, last)));
  readonly select: CoffeeStore["select"] = (selection, limit) =>
    this.#file.readUpToDurable((log, last) => log.select(selection, limit, last));
  readonly summarise: CoffeeStore["summarise"] = (selection, limit) =>
    this.#file.readUpToDurable((log, last) => log.summarise(selection, limit, last));
  readonly selectPage: CoffeeStore["selectPage"] = (selection, limit) =>
    this.#file.readUpToDurable((log, last) => log.selectPage(selection, limit, last));
  readonly history: CoffeeStore["history"] = (id, limit) =>
    this.#file.readUpToDurable((log, last) => log.history(id, limit).filter(({ number }) => number <= last));

  readonly states: CoffeeStore["states"] = (numbers) =>
    this.#file.read(({ log }) => numbers.map((number) => [number, log.stateAfter(number)]));
  readonly laterErasures: CoffeeStore["laterErasures"] = () => this.#file.read(({ log }) => log.laterErasures());
  readonly currentFreeze: CoffeeStore["currentFreeze"] = () =>
    this.#file.read(({ selectFreeze }) => selectFreeze.get());
  readonly moves: CoffeeStore["moves"] = async () =>
    movesFromRows(await this.#file.read((open) => open.selectMoves.all()));

  readonly add: CoffeeStore["add"] = async (text, by, key) => {
    const { changes } = await this.#file.write({ kind: "add", text, by, key });
    const [added] = changes;
    if (!added) throw new TypeError("A coffee was added without a change.");
    return added;
  };
  readonly replace: CoffeeStore["replace"] = async (id, text, by, precondition) =>
    (await this.#file.write({ kind: "replace", id, text, by, precondition })).changes[0];
  readonly remove: CoffeeStore["remove"] = async (id, by, precondition) =>
    (await this.#file.write({ kind: "remove", id, by, precondition })).changes[0];
  readonly undo: CoffeeStore["undo"] = async (numbers, by, { precondition, onProgress } = {}) => {
    const { changes, kept } = await this.#file.write({ kind: "undo", numbers, by, precondition }, onProgress);
    return { changes, kept };
  };
  readonly importAll: CoffeeStore["importAll"] = async (coffees, by, isWhole, { precondition, onProgress } = {}) =>
    (await this.#file.write({ kind: "import", coffees, isWhole, by, precondition }, onProgress)).changes;
  readonly erase: CoffeeStore["erase"] = async (erasure, by, { precondition, onProgress } = {}) => {
    const { changes, touched = 0 } = await this.#file.write({ kind: "erase", erasure, by, precondition }, onProgress);
    return { changes, touched };
  };

  readonly freeze: CoffeeStore["freeze"] = async (freeze) => void (await this.#file.write({ kind: "freeze", freeze }));
  readonly thaw: CoffeeStore["thaw"] = async () => void (await this.#file.write({ kind: "thaw" }));
  readonly dayKey: CoffeeStore["dayKey"] = async (day) => (await this.#file.write({ kind: "dayKey", day })).dayKey;
  readonly forgetDayKeys: CoffeeStore["forgetDayKeys"] = async (before) =>
    void (await this.#file.write({ kind: "forgetDayKeys", before }));

  readonly ready: CoffeeStore["ready"] = async () => {
    await this.#file.ready();
    const { to } = await this.moves();
    if (to?.isDone) throw new Fault("moving", "done");
  };
}
