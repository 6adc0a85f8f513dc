import { Fault } from "../../catalogue/fault.ts";
import type { Connection } from "../postgres/connection/connection.ts";
import { describeDatabase } from "../postgres/connection/describe-database.ts";
import { ConnectionPool } from "../postgres/connection/pool.ts";
import { Retries, type FaultOf } from "../postgres/connection/retries.ts";
import { withConnection } from "../postgres/connection/with-connection.ts";
import { patientMs, quickMs } from "../postgres/log-queries.ts";
import { assertTables } from "../postgres/tables/make-tables.ts";
import type { BlobEntry, ByteRange, PhotoBlobs } from "./photo-blobs.ts";

const connections = 2;
/** How long a put or a remove is retried. */
const usualWaitMs = 5_000;
/** Silence limit for an empty query that is sent before each call, to distinguish a slow server from a silent one. */
const aliveMs = 1_000;
/** While a blob is sent, the server is silent. This many bytes a millisecond are a slow network. */
const slowestBytesPerMs = 1_000;
const pageLength = 1_000;
/** The largest integer of SQL. */
const mostBytes = 2 ** 31 - 1;

/** A character after every character of a key. */
const afterKeys = "~";

const unreachable: FaultOf = (cause) => new Fault("storage-unreachable", "database", cause);

/**
 * Keeps blobs in the table `blobs` of a shop's PostgreSQL database, over at most two connections. Rejects with
 * `StoreRefused` if the database cannot be reached, holds no shop, or has tables of another version. `waitMs` is how
 * long a put or a remove is retried. A call that is given up may be carried out later.
 */
export async function openPostgresBlobs(
  url: string,
  { waitMs = usualWaitMs }: Readonly<{ waitMs?: number }> = {},
): Promise<PhotoBlobs> {
  await withConnection(url, assertTables);
  return new PostgresBlobs(url, waitMs);
}

class PostgresBlobs implements PhotoBlobs {
  readonly #waitMs: number;
  readonly #pool: ConnectionPool;
  readonly #closing = new AbortController();
  readonly #retries: Retries;
  /** Whether the last put found the disk full. The operator gets one report. */
  #isFull = false;

  constructor(url: string, waitMs: number) {
    this.#waitMs = waitMs;
    this.#pool = new ConnectionPool(url, connections);
    this.#retries = new Retries(describeDatabase(url), this.#closing.signal);
  }

  async put(key: string, bytes: Uint8Array): Promise<void> {
    const text = `
      INSERT INTO blobs (key, bytes, changed_at) VALUES ($1, $2, clock_timestamp())
      ON CONFLICT (key) DO UPDATE SET bytes = excluded.bytes, changed_at = excluded.changed_at`;
    const withinMs = this.#waitMs + bytes.length / slowestBytesPerMs;
    try {
      await this.#write((connection) => connection.query({ text, values: [key, bytes] }, withinMs), withinMs);
    } catch (error) {
      throw this.#reportedOnce(error);
    }
    this.#isFull = false;
  }

  async read(key: string, range?: ByteRange): Promise<Uint8Array | undefined> {
    const text = `SELECT ${range ? "substring(bytes FROM $2 FOR $3) AS bytes" : "bytes"} FROM blobs WHERE key = $1`;
    const values = range ? [key, ...sqlRange(range)] : [key];
    const [row] = await this.#read((connection) => connection.query<{ bytes: Buffer }>({ text, values }, quickMs));
    return row?.bytes;
  }

  async *list(prefix: string): AsyncGenerator<BlobEntry> {
    const text = `
      SELECT key, octet_length(bytes) AS bytes, (extract(epoch FROM changed_at) * 1000)::bigint AS changed_ms
      FROM blobs WHERE key > $1 AND key >= $2 AND key < $3 ORDER BY key LIMIT ${pageLength}`;
    for (let after = ""; ;) {
      const values = [after, prefix, prefix + afterKeys];
      const page = await this.#read((connection) =>
        connection.query<{ key: string; bytes: number; changed_ms: number }>({ text, values }, patientMs),
      );
      for (const { key, bytes, changed_ms } of page) yield { key, bytes, changedAt: new Date(changed_ms) };
      const last = page.at(-1);
      if (!last) return;
      after = last.key;
    }
  }

  async remove(key: string): Promise<void> {
    const remove = async (connection: Connection) => {
      // A commit without changes waits for no replica. This lock counts as one, so that a remove which is sent again
      // waits for the replicas to have what the first one removed.
      const lock = connection.query("SELECT FROM niceties FOR KEY SHARE", this.#waitMs);
      const query = { text: "DELETE FROM blobs WHERE key = $1", values: [key] };
      await Promise.all([lock, connection.query(query, this.#waitMs)]);
    };
    await this.#write(remove, this.#waitMs);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort();
    await this.#pool.close();
  }

  /** Runs an idempotent write in a transaction, in one round trip, and retries it. Resolves once it is durable. */
  #write(act: (connection: Connection) => Promise<unknown>, withinMs: number): Promise<void> {
    return this.#use(this.#waitMs, async (connection) => {
      const begin = connection.query("BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE", withinMs);
      await Promise.all([begin, act(connection), connection.commit(withinMs)]);
    });
  }

  #read<T>(act: (connection: Connection) => Promise<T>): Promise<T> {
    return this.#use(quickMs, act);
  }

  #use<T>(retryMs: number, act: (connection: Connection) => Promise<T>): Promise<T> {
    const actAlive = async (connection: Connection) => {
      const [, result] = await Promise.all([connection.query("", aliveMs), act(connection)]);
      return result;
    };
    return this.#retries.run(retryMs, unreachable, (leftMs) => this.#pool.use(actAlive, leftMs));
  }

  #reportedOnce(error: unknown): unknown {
    if (!(error instanceof Fault) || error.code !== "storage-full") return error;
    const isReported = this.#isFull;
    this.#isFull = true;
    return isReported ? new Fault("storage-full", "database") : error;
  }
}

/** The first byte, counted from 1, and the number of bytes. */
function sqlRange({ start, end }: ByteRange): [number, number] {
  const first = Math.min(start + 1, mostBytes);
  return [first, Math.min(Math.max(0, end - start), mostBytes)];
}
