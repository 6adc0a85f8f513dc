// Over 300 lines: one SQL statement after the other, and one method for each.
import type Database from "better-sqlite3";
import { emptyVersion, type StoredChange, type Version } from "../../catalogue/log/change.ts";
import type {
  ChangePage,
  ChangeSummary,
  ChangeSelection,
  FollowedChange,
  IdentifiedCoffee,
  IdempotentAdd,
  LaterErasure,
  ListedRow,
  ChangeWithStatus,
  StoredCoffee,
} from "../../catalogue/coffee-store.ts";
import { selectCatalogueBytes } from "../log/catalogue-size.ts";
import { upgraded, type CoffeeText } from "../../catalogue/coffee-text.ts";
import { mostEntries, type HistoryEntry } from "../../catalogue/log/undo.ts";
import type { CatalogueState, LogEnd } from "../log/log-draft.ts";
import {
  erasureNote,
  isTouchedByErasure,
  changeFromRow,
  laterErasureFromRow,
  readableText,
  coffeeFromRow,
  insertedColumns,
  insertedMembers,
  pageBytes,
  pageOf,
  listedRow,
  selectChange,
  selectCoffees,
  selectStoredCoffee,
  selectAddByKey,
  selectSizes,
  selectState,
  selectStored,
  selectSummary,
  stateFromRow,
  undoneNumbers,
  type ChangeRow,
  type ErasureRow,
  type LaterErasureRow,
  type StoredCoffeeRow,
  type IdempotentAddRow,
  type SizeRow,
  type StateRow,
  type SummaryRow,
} from "../log/log-rows.ts";
import { Selections } from "./selections.ts";

/** Limits a page by count, too, since each change takes memory besides its texts. */
const mostOnPage = 1_000;

/** The log and the coffees in statements that are compiled once. */
// oxlint-disable-next-line max-lines-per-function -- a list: one statement after the other
function prepareStatements(database: Database.Database) {
  return {
    selectCoffees: database.prepare<[], IdentifiedCoffee>(`${selectCoffees} ORDER BY place`),
    selectText: database.prepare<[string], string>("SELECT text FROM coffees WHERE _id = ?").pluck(),
    selectStoredCoffee: database.prepare<[string], StoredCoffeeRow>(`${selectStoredCoffee} WHERE _id = ?`),
    selectVersion: database.prepare<[], Version>("SELECT number, hash FROM changes ORDER BY number DESC LIMIT 1"),
    selectEnd: database.prepare<[], Version & { time: string }>(
      "SELECT number, hash, time FROM changes ORDER BY number DESC LIMIT 1",
    ),
    selectCatalogueBytes: database.prepare<[], number>(selectCatalogueBytes).pluck(),
    selectLastId: database.prepare<[], string | null>("SELECT max(coffee_id) FROM changes").pluck(),
    selectPlace: database
      .prepare<[string], number | null>("SELECT min(number) FROM changes WHERE coffee_id = ?")
      .pluck(),
    selectPage: database.prepare<[number, number], StoredCoffeeRow>(
      `${selectStoredCoffee} WHERE place > ? ORDER BY place LIMIT ?`,
    ),
    selectChanges: database.prepare<[number, number], StoredChange>(
      `${selectStored} WHERE number > ? ORDER BY number LIMIT ?`,
    ),
    selectFollowing: database.prepare<[number, number, number], FollowedChange>(`
      SELECT number, hash, action, coffee_id AS coffeeId, after,
        (SELECT min(number) FROM changes AS first WHERE first.coffee_id = changes.coffee_id) AS place
      FROM changes WHERE number > ? AND number <= ? ORDER BY number LIMIT ?`),
    selectHistory: database.prepare<[string, number], HistoryEntry>(
      "SELECT number, action, undoes, fields FROM changes WHERE coffee_id = ? AND action <> 'erase' ORDER BY number LIMIT ?",
    ),
    selectNewest: database
      .prepare<[string], number>(
        "SELECT number FROM changes WHERE coffee_id = ? AND action <> 'erase' ORDER BY number DESC LIMIT 1",
      )
      .pluck(),
    selectState: database.prepare<[number], StateRow>(`${selectState} WHERE number = ?`),
    selectNumbered: database.prepare<[string], { number: number; coffeeId: string }>(
      `SELECT number, coffee_id AS coffeeId FROM changes WHERE number IN (SELECT value FROM json_each(?)) ORDER BY number DESC`,
    ),
    selectUndoing: database.prepare<[string, number], { number: number; undoes: number }>(
      "SELECT number, undoes FROM changes WHERE coffee_id = ? AND number <= ? AND undoes IS NOT NULL ORDER BY number DESC",
    ),
    selectIdAfter: database
      .prepare<[string], string>(
        `SELECT _id FROM coffees WHERE place > (SELECT place FROM coffees WHERE _id = ?) ORDER BY place LIMIT 1`,
      )
      .pluck(),
    selectAddByKey: database.prepare<[string], IdempotentAddRow>(`${selectAddByKey} WHERE key = ?`),
    selectKeys: database.prepare<[number, number], IdempotentAdd>(
      "SELECT key, number FROM add_keys WHERE number > ? AND number <= ? ORDER BY number",
    ),
    insertKey: database.prepare<[IdempotentAdd]>("INSERT INTO add_keys (key, number) VALUES (@key, @number)"),
    insertChange: database.prepare<[StoredChange]>(
      `INSERT INTO changes (${insertedColumns}) VALUES (${insertedMembers.map((member) => `@${member}`).join(", ")})`,
    ),
    insertCoffee: database.prepare<[string, number, number, CoffeeText]>(
      "INSERT INTO coffees (_id, place, version, text) VALUES (?, ?, ?, ?)",
    ),
    updateCoffee: database.prepare<[number, CoffeeText, string], { place: number }>(
      "UPDATE coffees SET version = ?, text = ? WHERE _id = ? RETURNING place",
    ),
    deleteCoffee: database.prepare<[string], { place: number }>("DELETE FROM coffees WHERE _id = ? RETURNING place"),
    selectStored: database.prepare<[string, number, number], StoredChange>(
      `${selectStored} WHERE coffee_id = ? AND number > ? AND number <= ? ORDER BY number`,
    ),
    selectErased: database.prepare<[number, number], StoredChange>(
      `${selectStored} WHERE own IS NOT NULL AND number > ? AND number <= ? ORDER BY number`,
    ),
    selectErasures: database.prepare<[string], ErasureRow>(
      `SELECT number, coffee_id AS coffeeId, time, erasure FROM changes WHERE coffee_id = ? AND action = 'erase' ORDER BY number`,
    ),
    selectLater: database.prepare<[], LaterErasureRow>("SELECT previous, change FROM later_erasures"),
    insertLater: database.prepare<[string, string, string]>(
      "INSERT OR IGNORE INTO later_erasures (hash, previous, change) VALUES (?, ?, ?)",
    ),
    eraseChange: database.prepare<[StoredChange]>(
      "UPDATE changes SET before = @before, after = @after, salt = @salt, own = @own WHERE number = @number",
    ),
    deleteKey: database.prepare<[number]>("DELETE FROM add_keys WHERE number = ?"),
    sizes: new Selections<SizeRow>(database, selectSizes),
    changes: new Selections<ChangeRow>(database, selectChange),
    summaries: new Selections<SummaryRow>(database, selectSummary),
  };
}

/** The log and the coffees of a file. The caller provides the transaction. */
export class SqliteLog implements CatalogueState {
  readonly #database: Database.Database;
  readonly #sql: ReturnType<typeof prepareStatements>;
  #lastEnd: LogEnd | undefined;

  constructor(database: Database.Database) {
    this.#database = database;
    this.#sql = prepareStatements(database);
  }

  version(): Version {
    return this.#sql.selectVersion.get() ?? emptyVersion;
  }

  coffees(): IdentifiedCoffee[] {
    return this.#sql.selectCoffees.all().map(coffeeFromRow);
  }

  find(id: string): CoffeeText | undefined {
    const text = this.#sql.selectText.get(id);
    return text === undefined ? undefined : upgraded(text);
  }

  versionOf(id: string): Version {
    return this.findStored(id)?.version ?? emptyVersion;
  }

  findStored(id: string): StoredCoffee | undefined {
    const row = this.#sql.selectStoredCoffee.get(id);
    return row && listedRow(row);
  }

  page(place: number, limit: number): ListedRow[] {
    const page: ListedRow[] = [];
    let letters = 0;
    for (const row of this.#sql.selectPage.iterate(place, limit)) {
      page.push(listedRow(row));
      letters += row.text.length;
      if (letters >= pageBytes) break;
    }
    return page;
  }

  /** See `CoffeeStore.follow`: the changes after number `after` and up to number `last`, at most `limit`. */
  following(after: number, last: number, limit: number): FollowedChange[] {
    return this.#sql.selectFollowing
      .all(after, last, limit)
      .map((change) => ({ ...change, after: readableText(change.after) }));
  }

  changes(after: number, limit: number): StoredChange[] {
    return this.#sql.selectChanges.all(after, limit);
  }

  history(id: string, limit = mostEntries + 1): HistoryEntry[] {
    return this.#sql.selectHistory.all(id, limit);
  }

  /** See `CoffeeStore.selectPage`; as of change number `last`. */
  selectPage(request: ChangeSelection, limit: number, last: number): ChangePage {
    const { selection, hasMore } = pageOf(this.#sql.sizes.all(request, limit + 1, last), limit, request);
    return { changes: this.select(selection, limit, last), hasMore };
  }

  stateAfter = (number: number): CoffeeText | null => {
    const row = this.#sql.selectState.get(number);
    return row ? stateFromRow(row)[1] : null;
  };

  /** See `CoffeeStore.select`; as of change number `last`. */
  select(selection: ChangeSelection, limit: number, last: number): ChangeWithStatus[] {
    const rows = this.#sql.changes.all(selection, limit, last);
    const isUndone = this.#undoneAmong(rows, last);
    return rows.map((row) => {
      const change = changeFromRow(row);
      const erased = isTouchedByErasure(change) ? erasureNote(row.number, this.#erasuresOf(row.coffeeId)) : undefined;
      return { ...change, isUndone: isUndone(row), ...(erased && { erased }) };
    });
  }

  /** See `CoffeeStore.summarise`; as of change number `last`. */
  summarise(selection: ChangeSelection, limit: number, last: number): ChangeSummary[] {
    const rows = this.#sql.summaries.all(selection, limit, last);
    const isUndone = this.#undoneAmong(rows, last);
    return rows.map((row) => ({ ...row, isUndone: isUndone(row) }));
  }

  /** Returns a function that tells whether one of these changes is undone, as of change number `last`. */
  #undoneAmong(rows: readonly Pick<ChangeRow, "coffeeId">[], last: number) {
    const undone = new Map<string, Set<number>>();
    for (const { coffeeId } of rows)
      if (!undone.has(coffeeId)) undone.set(coffeeId, undoneNumbers(this.#sql.selectUndoing.all(coffeeId, last)));
    return ({ coffeeId, number }: Pick<ChangeRow, "coffeeId" | "number">) => undone.get(coffeeId)?.has(number) ?? false;
  }

  changesByNumber(numbers: readonly number[]) {
    return this.#sql.selectNumbered.all(JSON.stringify(numbers));
  }

  addByKey(key: string): ChangeRow | undefined {
    const row = this.#sql.selectAddByKey.get(key);
    if (!row) return undefined;
    const { key: _key, ...change } = row;
    return change;
  }

  keys(after: number, last: number): IdempotentAdd[] {
    return this.#sql.selectKeys.all(after, last);
  }

  idAfter(id: string): string | undefined {
    return this.#sql.selectIdAfter.get(id);
  }

  /** See `CoffeeStore.storedChanges`; up to number `last`. */
  storedChanges(coffeeId: string, after: number, last = Number.MAX_SAFE_INTEGER): StoredChange[] {
    return firstPage(this.#sql.selectStored.iterate(coffeeId, after, last));
  }

  /** See `CoffeeStore.erasedChanges`; up to number `last`. */
  erasedChanges(after: number, last: number): StoredChange[] {
    return firstPage(this.#sql.selectErased.iterate(after, last));
  }

  laterErasures(): LaterErasure[] {
    return this.#sql.selectLater.all().map(laterErasureFromRow);
  }

  addLaterErasures(later: readonly LaterErasure[]): void {
    for (const { previous, change } of later) this.#sql.insertLater.run(change.hash, previous, JSON.stringify(change));
  }

  /**
   * Replaces changes by what an erasure leaves of them, and deletes their idempotency keys. An add that is sent again
   * then adds a coffee again.
   */
  rewrite(changes: readonly StoredChange[]): void {
    for (const change of changes) {
      this.#sql.eraseChange.run(change);
      this.#sql.deleteKey.run(change.number);
    }
  }

  /** The erasures of a coffee, oldest first. Those that are not in this log come last. */
  #erasuresOf(id: string): ErasureRow[] {
    const later = this.laterErasures().flatMap(({ change }) => (change.coffeeId === id ? [change] : []));
    return [...this.#sql.selectErasures.all(id), ...later];
  }

  end(): LogEnd {
    const newest = this.#sql.selectEnd.get();
    const lastId = this.lastId();
    if (!newest) return { version: emptyVersion, time: undefined, lastId, catalogueBytes: 0 };
    const { time, ...version } = newest;
    const lastEnd = this.#lastEnd?.version.hash === version.hash ? this.#lastEnd : undefined;
    return { version, time, lastId, catalogueBytes: lastEnd?.catalogueBytes ?? this.catalogueBytes() };
  }

  /**
   * Remembers the end after a write, so that the catalogue's size is counted again only if another process has written.
   */
  rememberEnd(end: LogEnd): void {
    this.#lastEnd = end;
  }

  lastId(): string | undefined {
    return this.#sql.selectLastId.get() ?? undefined;
  }

  /** The bytes that all coffees count for. */
  catalogueBytes(): number {
    return this.#sql.selectCatalogueBytes.get() ?? 0;
  }

  /**
   * Appends changes with their idempotency keys, and updates the coffees. `lastId` is the greatest id in the log so
   * far.
   */
  append(
    changes: readonly StoredChange[],
    lastId: string | undefined,
    keys: readonly IdempotentAdd[] = [],
  ): FollowedChange[] {
    let greatest = lastId ?? "";
    const appended = changes.map((change) => {
      const { coffeeId: _id, number, hash, action, before } = change;
      this.#sql.insertChange.run(change);
      const after = readableText(change.after);
      if (action === "erase") return { number, hash, action, coffeeId: _id, after, place: number };
      let place = number;
      if (after === null) place = this.#sql.deleteCoffee.get(_id)?.place ?? number;
      else if (before !== null) place = this.#sql.updateCoffee.get(number, after, _id)?.place ?? number;
      else {
        if (_id > greatest) greatest = _id;
        else place = this.#sql.selectPlace.get(_id) ?? number;
        this.#sql.insertCoffee.run(_id, place, number, after);
      }
      return { number, hash, action, coffeeId: _id, after, place };
    });
    for (const key of keys) this.#sql.insertKey.run(key);
    return appended;
  }

  /**
   * Removes all changes after number `last`, and sets the coffees back to their state then, without words that were
   * erased since. The entries of those erasures are kept beside the log, because only they vouch for what is left.
   */
  cutAfter(last: number): void {
    for (const change of this.changes(last, Number.MAX_SAFE_INTEGER)) {
      if (change.action !== "erase") continue;
      const [previous] = this.changes(change.number - 2, 1);
      this.addLaterErasures([{ previous: previous?.hash ?? "", change }]);
    }
    const ids = this.#database
      .prepare<[number], string>("SELECT DISTINCT coffee_id FROM changes WHERE number > ?")
      .pluck()
      .all(last);
    for (const id of ids) this.#sql.deleteCoffee.get(id);
    for (const table of ["add_keys", "changes"])
      this.#database.prepare(`DELETE FROM ${table} WHERE number > ?`).run(last);
    for (const _id of ids) {
      const number = this.#sql.selectNewest.get(_id);
      const text = number === undefined ? null : this.stateAfter(number);
      if (number === undefined || text === null) continue;
      this.#sql.insertCoffee.run(_id, this.#sql.selectPlace.get(_id) ?? number, number, text);
    }
  }
}

/** The first changes with about a megabyte of text; at least one, if there is one. */
function firstPage(changes: Iterable<StoredChange>): StoredChange[] {
  const page: StoredChange[] = [];
  let letters = 0;
  for (const change of changes) {
    page.push(change);
    letters += (change.before?.length ?? 0) + (change.after?.length ?? 0);
    if (letters >= pageBytes || page.length >= mostOnPage) break;
  }
  return page;
}
