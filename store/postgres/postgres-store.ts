import { randomBytes } from "node:crypto";
import type { QueryConfig } from "pg";
import { setTimeout as delay } from "node:timers/promises";
import type { StoredChange, Version } from "../../catalogue/change.ts";
import type { CoffeeFields } from "../../catalogue/coffee.ts";
import { isCoffeeId } from "../../catalogue/coffee-id.ts";
import type {
  Author,
  ChangePage,
  ChangeSummary,
  ChangeSelection,
  CoffeeList,
  CoffeeStore,
  Erased,
  ErasureRequest,
  FollowedChange,
  Freeze,
  IncomingCoffee,
  KeyedAdd,
  LaterErasure,
  MadeChange,
  ManyOptions,
  Moves,
  ListedRow,
  Precondition,
  ChangeWithStatus,
  StoredCoffee,
  Undone,
} from "../../catalogue/coffee-store.ts";
import { dayAfter } from "../../catalogue/day.ts";
import type { CoffeeText } from "../../catalogue/coffee-text.ts";
import type { Fault } from "../../catalogue/fault.ts";
import type { HistoryEntry } from "../../catalogue/undo.ts";
import { hasMoved, refuseWhileMoving } from "../copies/move-marks.ts";
import { StoreRefused } from "../store-refused.ts";
import { planAdd, planBring, planErase, planRemove, planReplace, planUndoOf } from "../log/write-plans.ts";
import { Acknowledged } from "./acknowledged.ts";
import { describeDatabase } from "./connection/describe-database.ts";
import {
  faultOf,
  passes,
  reason,
  storageBusy,
  storageUnknown,
  storageUnreachable,
} from "./connection/driver-errors.ts";
import { GroupCommit } from "./group-commit.ts";
import { Line } from "./connection/slot.ts";
import { Lines } from "./connection/pool.ts";
import type { Link } from "./connection/connection.ts";
import {
  lockEnd,
  quickMs,
  readCatalogueBytes,
  readChanges,
  readErased,
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
  readSelection,
  readSelectionPage,
  readSummaries,
  readStatesOf,
  readVersionAndHash,
} from "./log-queries.ts";
import { fillWith, insistOnTables, makeTables } from "./tables/make-tables.ts";
import { readMoves } from "./move-marks.ts";
import { listenForNews } from "./connection/news.ts";
import { refused } from "./connection/refused.ts";
import { SharedCheck } from "./shared-check.ts";

export type OpenOptions = Readonly<{
  /** Finds a shop there, or is refused. */
  joins?: boolean;
  /** How long a write is tried. */
  waitMs?: number;
  /** In bytes; no limit where it is left out. */
  catalogueLimit?: number;
}>;

/**
 * Opens the store kept in the PostgreSQL database that a URL names, with its tables made and migrated where need be; new
 * ones start with `firstCoffees`, added at `at`. Rejects with `StoreRefused` where it cannot be reached, or is not ours to
 * write.
 */
export async function openPostgresStore(
  url: string,
  firstCoffees: readonly CoffeeFields[],
  at: Date,
  { joins = false, waitMs = usualWaitMs, catalogueLimit = Infinity }: OpenOptions = {},
): Promise<CoffeeStore> {
  const place = describeDatabase(url);
  const line = new Line(url);
  try {
    const open = async (link: Link) => {
      if (!joins) await makeTables(link, place, (fresh) => fillWith(fresh, firstCoffees, at));
      else await insistOnTables(link, place);
    };
    await refused(place, () => line.use(open));
  } finally {
    await line.close();
  }
  return new PostgresStore(url, place, waitMs, catalogueLimit);
}

const usualWaitMs = 5_000;
const checkMs = 1_000;
/** For a sign of life. */
const aliveMs = 1_000;
/** In case a notification was lost. */
const lookEveryMs = 500;
const retryEveryMs = 25;
const readers = 4;
const dayKeyBytes = 32;

/** No text in PostgreSQL holds a NUL, so nothing is found by one. */
function holdsNull({ coffeeId, visitor, network }: ChangeSelection): boolean {
  return [coffeeId, visitor, network].some((text) => text?.includes("\0"));
}

class PostgresStore implements CoffeeStore {
  readonly #place: string;
  readonly #url: string;
  readonly #waitMs: number;
  readonly #writer: GroupCommit;
  readonly #readers: Lines;
  readonly #checker: Line;
  readonly #check = new SharedCheck(() => this.#look());
  readonly #closing = new AbortController();
  #lookout: NodeJS.Timeout | undefined;
  #listening: Promise<void> | undefined;

  readonly #acknowledged: Acknowledged;
  /** Since the database was reached last; the operator is told once. */
  #isUnreachable = false;

  constructor(url: string, place: string, waitMs: number, catalogueLimit: number) {
    this.#url = url;
    this.#waitMs = waitMs;
    this.#place = place;
    this.#readers = new Lines(url, readers);
    this.#checker = new Line(url);
    this.#acknowledged = new Acknowledged(place);
    this.#writer = new GroupCommit(url, place, waitMs, this.#acknowledged, catalogueLimit);
  }

  async list(): Promise<CoffeeList> {
    return this.#read(readList);
  }

  async version(): Promise<Version> {
    return this.#check.ask();
  }

  async page(place: number, limit: number): Promise<ListedRow[]> {
    return this.#read((link) => readPage(link, place, limit));
  }

  async follow(after: Version, limit: number): Promise<FollowedChange[]> {
    return this.#read((link) => readFollowing(link, after, limit));
  }

  async catalogueBytes(): Promise<number> {
    return (await this.#read(readCatalogueBytes)).told;
  }

  async find(id: string): Promise<StoredCoffee | undefined> {
    if (!isCoffeeId(id)) return undefined;
    const [found] = await this.#read((link) => readStoredByIds(link, [id], quickMs));
    return found;
  }

  async idAfter(id: string): Promise<string | undefined> {
    return isCoffeeId(id) ? this.#read((link) => readIdAfter(link, id)) : undefined;
  }

  async add(text: CoffeeText, by: Author, key?: string): Promise<MadeChange> {
    return this.#writer.write(planAdd(text, key), by);
  }

  async replace(
    id: string,
    text: CoffeeText,
    by: Author,
    precondition?: Precondition,
  ): Promise<MadeChange | undefined> {
    return this.#writer.write(planReplace(id, text, precondition), by);
  }

  async remove(id: string, by: Author, precondition?: Precondition): Promise<MadeChange | undefined> {
    return this.#writer.write(planRemove(id, precondition), by);
  }

  async undo(numbers: readonly number[], by: Author, options: ManyOptions = {}): Promise<Undone> {
    return this.#writer.write(planUndoOf(numbers, options), by);
  }

  async bring(
    coffees: readonly IncomingCoffee[],
    by: Author,
    isWhole: boolean,
    options: ManyOptions = {},
  ): Promise<readonly MadeChange[]> {
    return this.#writer.write(planBring(coffees, isWhole, options), by);
  }

  async erase(erasure: ErasureRequest, by: Author, options: ManyOptions = {}): Promise<Erased> {
    return this.#writer.write(planErase(erasure, options), by);
  }

  async stored(coffeeId: string, after: number): Promise<StoredChange[]> {
    return this.#read((link) => readStoredOf(link, coffeeId, after));
  }

  async erasedChanges(after: number): Promise<StoredChange[]> {
    return this.#read((link) => readErased(link, after));
  }

  async laterErasures(): Promise<LaterErasure[]> {
    return this.#read(readLaterErasures);
  }

  async changes(after: number, limit: number): Promise<StoredChange[]> {
    return this.#read((link) => readChanges(link, after, limit));
  }

  async keys(after: number, last: number): Promise<KeyedAdd[]> {
    return this.#read((link) => readKeys(link, after, last));
  }

  watch(onNews: () => void): void {
    let told = this.#acknowledged.version.hash;
    const look = async () => {
      const { hash } = await this.version();
      if (hash === told) return;
      told = hash;
      onNews();
    };
    this.#lookout = setInterval(() => void look().catch(() => {}), lookEveryMs).unref(); // whoever asks hears of it
    this.#listening = listenForNews(this.#url, onNews, this.#closing.signal);
  }

  async select(selection: ChangeSelection, limit: number): Promise<readonly ChangeWithStatus[]> {
    if (holdsNull(selection)) return [];
    return this.#read((link) => readSelection(link, selection, limit));
  }

  async summarise(selection: ChangeSelection, limit: number): Promise<ChangeSummary[]> {
    if (holdsNull(selection)) return [];
    return this.#read((link) => readSummaries(link, selection, limit));
  }

  async selectPage(selection: ChangeSelection, limit: number): Promise<ChangePage> {
    if (holdsNull(selection)) return { changes: [], hasMore: false };
    return this.#read((link) => readSelectionPage(link, selection, limit));
  }

  async history(id: string, limit: number): Promise<HistoryEntry[]> {
    return isCoffeeId(id) ? this.#read((link) => readHistory(link, id, limit)) : [];
  }

  async states(numbers: readonly number[]): Promise<[number, CoffeeText | null][]> {
    return this.#read((link) => readStatesOf(link, numbers, quickMs));
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

  /** With the key of the log's end, so that no write comes after it that has not seen the freeze, nor it after a move. */
  async #writeFreeze(query: QueryConfig): Promise<void> {
    const write = async (link: Link) => {
      await link.ask("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE", quickMs);
      await lockEnd(link, this.#waitMs);
      const { moves, now } = await readMoves(link, quickMs);
      refuseWhileMoving(moves, now);
      await link.ask(query, quickMs);
      await link.commit(this.#waitMs);
    };
    await this.#settle(write, storageUnknown);
  }

  async frozen(): Promise<Freeze | undefined> {
    return this.#read((link) => readFreeze(link, quickMs));
  }

  async moves(): Promise<Moves> {
    return this.#read(async (link) => (await readMoves(link, quickMs)).moves);
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
    const [row] = await this.#settle((link) => link.ask<{ key: string }>(query, this.#waitMs), storageBusy);
    return row?.key ?? fresh;
  }

  async forgetDayKeys(before: string): Promise<void> {
    const query = { text: "DELETE FROM day_key WHERE day < $1", values: [before] };
    await this.#settle((link) => link.ask(query, this.#waitMs), storageBusy);
  }

  async ready(): Promise<void> {
    await this.#writer.insistOnRoom();
    await this.version();
    const { to } = await this.moves();
    if (to?.isDone) throw hasMoved();
  }

  async close(): Promise<void> {
    clearInterval(this.#lookout);
    this.#closing.abort();
    await Promise.all([this.#writer.close(), this.#listening, this.#checker.close()]);
    await this.#readers.close();
  }

  async #look(): Promise<Version> {
    const known = this.#acknowledged.version; // what is written meanwhile may be newer
    const { version, found } = await this.#again(checkMs, storageUnreachable, (leftMs) =>
      this.#checker.use((link) => readVersionAndHash(link, known.number, leftMs)),
    );
    this.#acknowledged.insistOn(known, found);
    return version;
  }

  /** What is asked first tells a server that takes its time from one that is silent. */
  #read<T>(read: (link: Link) => Promise<T>): Promise<T> {
    const readAlive = async (link: Link) => {
      const [, made] = await Promise.all([link.ask("", aliveMs), read(link)]);
      return made;
    };
    return this.#again(quickMs, storageUnreachable, (leftMs) => this.#readers.use(readAlive, leftMs));
  }

  /** For what comes to the same however often it is done. */
  #settle<T>(act: (link: Link) => Promise<T>, fault: typeof storageBusy): Promise<T> {
    return this.#again(this.#waitMs, fault, (leftMs) => this.#readers.use(act, leftMs));
  }

  /** Tries until it succeeds, for so many milliseconds; then rejects with `fault`. */
  async #again<T>(
    withinMs: number,
    fault: (cause?: StoreRefused) => Fault,
    act: (leftMs: number) => Promise<T>,
  ): Promise<T> {
    const until = performance.now() + withinMs;
    for (;;) {
      try {
        const made = await act(Math.max(1, until - performance.now()));
        this.#isUnreachable = false;
        return made;
      } catch (error) {
        if (!passes(error)) throw faultOf(this.#place, error);
        if (performance.now() > until || this.#closing.signal.aborted) throw fault(this.#told(error));
      }
      await delay(retryEveryMs);
    }
  }

  #told(error: unknown): StoreRefused | undefined {
    const isTold = this.#isUnreachable;
    this.#isUnreachable = true;
    if (isTold) return undefined;
    return new StoreRefused(`${this.#place} cannot be reached: ${reason(error)}. It is tried again and again.`, {
      cause: error,
    });
  }
}
