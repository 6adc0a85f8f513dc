import { Socket } from "node:net";
import { Client, DatabaseError, types, type ClientConfig, type QueryConfig } from "pg";

/** A connection that could not be made, or broke. The server may or may not have executed what was sent over it. */
export class ConnectionLost extends Error {
  override readonly name = "ConnectionLost";
}

/** Limit for connecting, signing in and setting up. */
const openMs = 2_000;
const keepAliveAfterMs = 1_000;
/** After this time the server ends a transaction that a dead client has left open. */
const idleInTransactionMs = 2_000;
const statementTimeoutMs = 60_000;
/** Shorter than a write's time limit, so a write that was given up is not executed later. */
const lockTimeoutMs = 4_000;
const goodbyeMs = 250;
const looksPerWait = 4;

const config: ClientConfig = {
  application_name: "niceties",
  connectionTimeoutMillis: openMs,
  keepAlive: true,
  keepAliveInitialDelayMillis: keepAliveAfterMs,
  idle_in_transaction_session_timeout: idleInTransactionMs,
  statement_timeout: statementTimeoutMs,
  lock_timeout: lockTimeoutMs,
  pipeline: true,
  types: { getTypeParser: (id, format) => (id === types.builtins.INT8 ? Number : types.getTypeParser(id, format)) },
};

/**
 * Run once for each connection. A server that becomes a read-only replica ends its connections, so asking once is
 * enough. With synchronous_commit off, commits would not be durable, so it is turned on. Other values are the
 * operator's choice: with local or remote_write, a commit is answered before every replica has it on disk. The TCP
 * keepalives make the server notice that this machine is gone, and release its locks.
 */
const setUp = `
  SELECT pg_is_in_recovery() AS recovers,
    CASE current_setting('synchronous_commit') WHEN 'off' THEN set_config('synchronous_commit', 'on', false) END,
    set_config('tcp_keepalives_idle', '2', false), set_config('tcp_keepalives_interval', '1', false),
    set_config('tcp_keepalives_count', '3', false)`;

/** PostgreSQL sends this warning if a commit did not wait for its replicas. */
const warning = "01000";

/**
 * One connection to a server that accepts writes. Queries sent in one turn of the event loop are pipelined, and run in
 * that order.
 */
export class Connection {
  readonly #socket = new Socket();
  readonly #client: Client;
  #isBroken = false;
  #isWarned = false;

  private constructor(url: string) {
    this.#client = new Client({ ...config, connectionString: url, stream: () => this.#socket });
    this.#client.on("error", () => this.destroy()); // pending queries reject, too
    this.#client.on("end", () => this.destroy());
    this.#client.on("notice", ({ code }) => (this.#isWarned ||= code === warning));
  }

  /** Rejects with `ConnectionLost`, with the reason as its cause, within two seconds. */
  static async open(url: string): Promise<Connection> {
    const connection = new Connection(url);
    const until = performance.now() + openMs;
    try {
      await connection.#client.connect();
      // Where the process was busy meanwhile, no time may be left.
      const leftMs = Math.max(1, until - performance.now());
      const [state] = await connection.query<{ recovers: boolean }>(setUp, leftMs);
      if (state?.recovers !== false) throw new ConnectionLost("The server is a copy that takes no writes.");
      return connection;
    } catch (error) {
      connection.destroy();
      throw new ConnectionLost("There is no connection to the database.", { cause: error });
    }
  }

  get isBroken(): boolean {
    return this.#isBroken;
  }

  /**
   * Calls `onNotification` for each notification on a channel that was listened to, and `onEnd` once the connection is
   * broken.
   */
  listen(onNotification: () => void, onEnd: () => void): void {
    this.#client.on("notification", onNotification);
    this.#client.on("end", onEnd);
    if (this.#isBroken) onEnd();
  }

  /**
   * The rows that a query returns. Rejects with `DatabaseError` if the server refuses the query, and with
   * `ConnectionLost` if no byte arrives for `withinMs`, or the connection breaks.
   */
  async query<Row extends object>(query: string | QueryConfig, withinMs: number): Promise<Row[]> {
    return (await this.#send<Row>(query, withinMs)).rows;
  }

  /**
   * Rejects like `query`, and with `ConnectionLost` if the server rolled back, or warned that its replicas may not have
   * the commit.
   */
  async commit(withinMs: number): Promise<void> {
    this.#isWarned = false;
    const { command } = await this.#send("COMMIT", withinMs);
    if (command !== "COMMIT") throw new ConnectionLost("The transaction was rolled back.");
    if (this.#isWarned) throw new ConnectionLost("The transaction was committed on one server alone.");
  }

  /** Ends the connection. If the server does not answer, the socket is closed. */
  async close(): Promise<void> {
    const timer = setTimeout(() => this.destroy(), goodbyeMs);
    await this.#client.end();
    clearTimeout(timer);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  destroy(): void {
    this.#isBroken = true;
    this.#socket.destroy();
  }

  async #send<Row extends object>(query: string | QueryConfig, withinMs: number) {
    const end = this.#watchSilence(withinMs);
    try {
      return await this.#client.query<Row>(query);
    } catch (error) {
      throw error instanceof DatabaseError ? error : new ConnectionLost("The connection broke.", { cause: error });
    } finally {
      end();
    }
  }

  /**
   * Gives the connection up if no byte arrives for `withinMs`. A long reply that keeps arriving does not count as
   * silence.
   */
  #watchSilence(withinMs: number): () => void {
    let lastBytesRead = this.#socket.bytesRead;
    let until = performance.now() + withinMs;
    const timer = setInterval(() => {
      const { bytesRead } = this.#socket;
      if (bytesRead !== lastBytesRead) until = performance.now() + withinMs;
      else if (performance.now() >= until) this.destroy();
      lastBytesRead = bytesRead;
    }, withinMs / looksPerWait);
    return () => clearInterval(timer);
  }
}
