// Over 300 lines: one method for each call of a store.
import { randomBytes } from "node:crypto";
import type { QueryConfig } from "pg";
import type { Version } from "../../catalogue/log/change.ts";
import type { CoffeeFields } from "../../catalogue/coffee.ts";
import { isCoffeeId } from "../../catalogue/coffee-id.ts";
import type { ChangeSelection, CoffeeStore, Freeze } from "../../catalogue/coffee-store.ts";
import { dayAfter } from "../../catalogue/day.ts";
import { Fault } from "../../catalogue/fault.ts";
import { assertNotMoving } from "../copies/move-marks.ts";
import { planAdd, planImport, planErase, planRemove, planReplace, planUndoOf } from "../log/write-plans.ts";
import { AcknowledgedVersion } from "./acknowledged-version.ts";
import { describeDatabase } from "./connection/describe-database.ts";
import { GroupCommit } from "./group-commit.ts";
import { ConnectionSlot } from "./connection/slot.ts";
import { ConnectionPool } from "./connection/pool.ts";
import { Retries, type FaultOf } from "./connection/retries.ts";
import { withConnection } from "./connection/with-connection.ts";
import type { Connection } from "./connection/connection.ts";
import {
  lockEnd,
  quickMs,
  readCatalogueBytes,
  readChanges,
  readErasedChanges,
  readLaterErasures,
  readStoredOf,
  readFollowing,
  readFreeze,
  readHistory,
  readIdAfter,
  readStoredByIds,
  readKeys,
  readList,
  readPage,
  readStatesOf,
  readVersionAndHash,
} from "./log-queries.ts";
import { readSelection, readSelectionPage, readSummaries } from "./selection-queries.ts";
import { fillWith, assertTables, makeTables } from "./tables/make-tables.ts";
import { readMoves } from "./move-marks.ts";
import { listenForNews } from "./connection/news.ts";
import { SharedCheck } from "./shared-check.ts";

export type OpenOptions = Readonly<{
  /** Opens an existing shop only. */
  joins?: boolean;
  /** How long a write is retried. */
  waitMs?: number;
  /** In bytes; no limit if left out. */
  catalogueLimit?: number;
}>;

/** For a write that was certainly not made. */
const storageBusy: FaultOf = (cause) => new Fault("storage-busy", {}, cause);
/** For a write that was sent. Whether it was made is unknown at the moment. */
const storageUnknown: FaultOf = (cause) => new Fault("storage-unknown", "no reply", cause);
/** For a read that got no reply. */
const storageUnreachable: FaultOf = (cause) => new Fault("storage-unreachable", "database", cause);

/**
 * Opens the store in the PostgreSQL database of a URL. Creates and migrates its tables if needed; a new shop starts
 * with `firstCoffees`, added at `at`. Rejects with `StoreRefused` if the database cannot be reached, or is not ours to
 * write.
 */
export async function openPostgresStore(
  url: string,
  firstCoffees: readonly CoffeeFields[],
  at: Date,
  { joins = false, waitMs = usualWaitMs, catalogueLimit = Infinity }: OpenOptions = {},
): Promise<CoffeeStore> {
  const place = describeDatabase(url);
  await withConnection(url, (connection) =>
    joins
      ? assertTables(connection, place)
      : makeTables(connection, place, (fresh) => fillWith(fresh, firstCoffees, at)),
  );
  return new PostgresStore(url, place, waitMs, catalogueLimit);
}

const usualWaitMs = 5_000;
const checkMs = 1_000;
/** Silence limit for an empty query that is sent before each read. */
const aliveMs = 1_000;
/** Polling finds changes whose notification was lost. */
const lookEveryMs = 500;
const readers = 4;
const dayKeyBytes = 32;

/** PostgreSQL cannot store the character NUL, so a selection with one matches nothing. */
function containsNul({ coffeeId, visitor, network }: ChangeSelection): boolean {
  return [coffeeId, visitor, network].some((text) => text?.includes("\0"));
}

class PostgresStore implements CoffeeStore {
  readonly #url: string;
  readonly #waitMs: number;
  readonly #writer: GroupCommit;
  readonly #readers: ConnectionPool;
  readonly #checker: ConnectionSlot;
  readonly #check = new SharedCheck(() => this.#readVersion());
  readonly #closing = new AbortController();
  #pollTimer: NodeJS.Timeout | undefined;
  #listening: Promise<void> | undefined;

  readonly #acknowledged: AcknowledgedVersion;
  readonly #retries: Retries;

  constructor(url: string, place: string, waitMs: number, catalogueLimit: number) {
    this.#url = url;
    this.#waitMs = waitMs;
    this.#retries = new Retries(place, this.#closing.signal);
    this.#readers = new ConnectionPool(url, readers);
    this.#checker = new ConnectionSlot(url);
    this.#acknowledged = new AcknowledgedVersion(place);
    this.#writer = new GroupCommit(url, place, waitMs, this.#acknowledged, catalogueLimit);
  }

  readonly list: CoffeeStore["list"] = () => this.#read(readList);
  readonly version: CoffeeStore["version"] = () => this.#check.run();
  readonly page: CoffeeStore["page"] = (...asked) => this.#read((connection) => readPage(connection, ...asked));
  readonly follow: CoffeeStore["follow"] = (...asked) =>
    this.#read((connection) => readFollowing(connection, ...asked));
  readonly catalogueBytes: CoffeeStore["catalogueBytes"] = async () => (await this.#read(readCatalogueBytes)).stored;
  readonly changes: CoffeeStore["changes"] = (...asked) =>
    this.#read((connection) => readChanges(connection, ...asked));
  readonly storedChanges: CoffeeStore["storedChanges"] = (...asked) =>
    this.#read((connection) => readStoredOf(connection, ...asked));
  readonly erasedChanges: CoffeeStore["erasedChanges"] = (after) =>
    this.#read((connection) => readErasedChanges(connection, after));
  readonly laterErasures: CoffeeStore["laterErasures"] = () => this.#read(readLaterErasures);
  readonly keys: CoffeeStore["keys"] = (...asked) => this.#read((connection) => readKeys(connection, ...asked));
  readonly states: CoffeeStore["states"] = (numbers) =>
    this.#read((connection) => readStatesOf(connection, numbers, quickMs));
  readonly currentFreeze: CoffeeStore["currentFreeze"] = () =>
    this.#read((connection) => readFreeze(connection, quickMs));
  readonly moves: CoffeeStore["moves"] = () =>
    this.#read(async (connection) => (await readMoves(connection, quickMs)).moves);

  readonly find: CoffeeStore["find"] = async (id) => {
    if (!isCoffeeId(id)) return undefined;
    const [found] = await this.#read((connection) => readStoredByIds(connection, [id], quickMs));
    return found;
  };
  readonly idAfter: CoffeeStore["idAfter"] = async (id) =>
    isCoffeeId(id) ? this.#read((connection) => readIdAfter(connection, id)) : undefined;
  readonly history: CoffeeStore["history"] = async (id, limit) =>
    isCoffeeId(id) ? this.#read((connection) => readHistory(connection, id, limit)) : [];
  readonly select: CoffeeStore["select"] = async (selection, limit) =>
    containsNul(selection) ? [] : this.#read((connection) => readSelection(connection, selection, limit));
  readonly summarise: CoffeeStore["summarise"] = async (selection, limit) =>
    containsNul(selection) ? [] : this.#read((connection) => readSummaries(connection, selection, limit));
  readonly selectPage: CoffeeStore["selectPage"] = async (selection, limit) =>
    containsNul(selection)
      ? { changes: [], hasMore: false }
      : this.#read((connection) => readSelectionPage(connection, selection, limit));

  readonly add: CoffeeStore["add"] = (text, by, key) => this.#writer.write(planAdd(text, key), by);
  readonly replace: CoffeeStore["replace"] = (id, text, by, precondition) =>
    this.#writer.write(planReplace(id, text, precondition), by);
  readonly remove: CoffeeStore["remove"] = (id, by, precondition) =>
    this.#writer.write(planRemove(id, precondition), by);
  readonly undo: CoffeeStore["undo"] = (numbers, by, options = {}) =>
    this.#writer.write(planUndoOf(numbers, options), by);
  readonly importAll: CoffeeStore["importAll"] = (coffees, by, isWhole, options = {}) =>
    this.#writer.write(planImport(coffees, isWhole, options), by);
  readonly erase: CoffeeStore["erase"] = (erasure, by, options = {}) =>
    this.#writer.write(planErase(erasure, options), by);

  watch(onNews: () => void): void {
    let lastHash = this.#acknowledged.version.hash;
    const poll = async () => {
      const { hash } = await this.version();
      if (hash === lastHash) return;
      lastHash = hash;
      onNews();
    };
    this.#pollTimer = setInterval(() => void poll().catch(() => {}), lookEveryMs).unref(); // the next call reports the error
    this.#listening = listenForNews(this.#url, onNews, this.#closing.signal);
  }

  async freeze({ since, words }: Freeze): Promise<void> {
    const text = `
      INSERT INTO "freeze" (one, since, words) VALUES (1, $1, $2)
      ON CONFLICT (one) DO UPDATE SET since = excluded.since, words = excluded.words`;
    await this.#writeFreeze({ text, values: [since, words] });
  }

  async thaw(): Promise<void> {
    await this.#writeFreeze({ text: 'DELETE FROM "freeze"' });
  }

  /**
   * Holds the lock on the end of the log. So every later write sees the freeze, and no freeze is written after a move.
   */
  async #writeFreeze(query: QueryConfig): Promise<void> {
    const write = async (connection: Connection) => {
      await connection.query("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE", quickMs);
      await lockEnd(connection, this.#waitMs);
      const { moves, now } = await readMoves(connection, quickMs);
      assertNotMoving(moves, now);
      await connection.query(query, quickMs);
      await connection.commit(this.#waitMs);
    };
    await this.#retryWrite(write, storageUnknown);
  }

  async dayKey(day: string): Promise<string> {
    const fresh = randomBytes(dayKeyBytes).toString("hex");
    const text = `
      INSERT INTO day_key (one, day, key) VALUES (1, $1, $2)
      ON CONFLICT (one) DO UPDATE SET
        day = CASE WHEN day_key.day = $3 THEN day_key.day ELSE excluded.day END,
        key = CASE WHEN day_key.day IN ($1, $3) THEN day_key.key ELSE excluded.key END
      RETURNING key`;
    const query = { text, values: [day, fresh, dayAfter(day)] };
    const [row] = await this.#retryWrite(
      (connection) => connection.query<{ key: string }>(query, this.#waitMs),
      storageBusy,
    );
    return row?.key ?? fresh;
  }

  async forgetDayKeys(before: string): Promise<void> {
    const query = { text: "DELETE FROM day_key WHERE day < $1", values: [before] };
    await this.#retryWrite((connection) => connection.query(query, this.#waitMs), storageBusy);
  }

  async ready(): Promise<void> {
    await this.#writer.assertRoom();
    await this.version();
    const { to } = await this.moves();
    if (to?.isDone) throw new Fault("moving", "done");
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async close(): Promise<void> {
    clearInterval(this.#pollTimer);
    this.#closing.abort();
    await Promise.all([this.#writer.close(), this.#listening, this.#checker.close()]);
    await this.#readers.close();
  }

  async #readVersion(): Promise<Version> {
    const acknowledged = this.#acknowledged.version; // read first: a write may be acknowledged during the query
    const { version, found } = await this.#retries.run(checkMs, storageUnreachable, (leftMs) =>
      this.#checker.use((connection) => readVersionAndHash(connection, acknowledged.number, leftMs)),
    );
    this.#acknowledged.assertFound(acknowledged, found);
    return version;
  }

  /** Reads, and retries. Sends an empty query first, to distinguish a slow server from a silent one. */
  #read<T>(read: (connection: Connection) => Promise<T>): Promise<T> {
    const readAlive = async (connection: Connection) => {
      const [, result] = await Promise.all([connection.query("", aliveMs), read(connection)]);
      return result;
    };
    return this.#retries.run(quickMs, storageUnreachable, (leftMs) => this.#readers.use(readAlive, leftMs));
  }

  /** Runs an idempotent write, and retries it. */
  #retryWrite<T>(act: (connection: Connection) => Promise<T>, fault: FaultOf): Promise<T> {
    return this.#retries.run(this.#waitMs, fault, (leftMs) => this.#readers.use(act, leftMs));
  }
}
