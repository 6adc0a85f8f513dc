import { Socket } from "node:net";
import { Client, DatabaseError, types, type ClientConfig, type QueryConfig } from "pg";

/** A connection that could not be made, or broke; what was asked over it may have been done, or not. */
export class ConnectionLost extends Error {
  override readonly name = "LinkBroken";
}

/** For all of it: the way there, signing in, and what is set there. */
const openMs = 2_000;
const keepAliveAfterMs = 1_000;
/** The server ends what a client that is gone has left behind. */
const idleInTransactionMs = 2_000;
const statementTimeoutMs = 60_000;
/** Less than a write is waited for: what was given up does not come about later. */
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
 * A server that takes writes does not turn into a copy that takes none without ending its connections, so it is asked
 * once. A commit that would not be waited for at all is; other settings of synchronous_commit are the operator's, and with
 * local, or remote_write, a commit is answered before every copy has it on its disk. The server, too, asks for signs of
 * life, so that the locks of a process whose machine is gone are not held for hours.
 */
const setUp = `
  SELECT pg_is_in_recovery() AS recovers,
    CASE current_setting('synchronous_commit') WHEN 'off' THEN set_config('synchronous_commit', 'on', false) END,
    set_config('tcp_keepalives_idle', '2', false), set_config('tcp_keepalives_interval', '1', false),
    set_config('tcp_keepalives_count', '3', false)`;

/** What PostgreSQL warns with where a commit was not waited for until its copies had it. */
const warning = "01000";

/** One connection to a server that takes writes. What is asked in one go travels in one go, and is done in that order. */
export class Connection {
  readonly #socket = new Socket();
  readonly #client: Client;
  #isBroken = false;
  #isWarned = false;

  private constructor(url: string) {
    this.#client = new Client({ ...config, connectionString: url, stream: () => this.#socket });
    this.#client.on("error", () => this.destroy()); // whoever waits for an answer hears of it as well
    this.#client.on("end", () => this.destroy());
    this.#client.on("notice", ({ code }) => (this.#isWarned ||= code === warning));
  }

  /** Rejects with `ConnectionLost`, whose cause says why, within two seconds. */
  static async open(url: string): Promise<Connection> {
    const connection = new Connection(url);
    const until = performance.now() + openMs;
    try {
      await connection.#client.connect();
      const [state] = await connection.query<{ recovers: boolean }>(setUp, until - performance.now());
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

  /** Calls `hear` for every notification on a channel that is listened to, and `end` once the connection is broken. */
  listen(onNotification: () => void, onEnd: () => void): void {
    this.#client.on("notification", onNotification);
    this.#client.on("end", onEnd);
    if (this.#isBroken) onEnd();
  }

  /**
   * The rows that answer a query. Rejects with `DatabaseError` where the server refuses it, and with `ConnectionLost` where
   * nothing came for so many milliseconds, or the connection broke.
   */
  async query<Row extends object>(query: string | QueryConfig, withinMs: number): Promise<Row[]> {
    return (await this.#send<Row>(query, withinMs)).rows;
  }

  /**
   * Rejects like `ask`, and with `ConnectionLost` where the server rolled back in its place, or did commit and warned that its
   * copies may not have it.
   */
  async commit(withinMs: number): Promise<void> {
    this.#isWarned = false;
    const { command } = await this.#send("COMMIT", withinMs);
    if (command !== "COMMIT") throw new ConnectionLost("The transaction was rolled back.");
    if (this.#isWarned) throw new ConnectionLost("The transaction was committed on one server alone.");
  }

  /** Says goodbye to the server, which need not hear it. */
  async close(): Promise<void> {
    const timer = setTimeout(() => this.destroy(), goodbyeMs);
    await this.#client.end();
    clearTimeout(timer);
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

  /** Gives the connection up once nothing has come for so long: what is long in coming is not silence. */
  #watchSilence(withinMs: number): () => void {
    let seen = this.#socket.bytesRead;
    let until = performance.now() + withinMs;
    const timer = setInterval(() => {
      const { bytesRead } = this.#socket;
      if (bytesRead !== seen) until = performance.now() + withinMs;
      else if (performance.now() >= until) this.destroy();
      seen = bytesRead;
    }, withinMs / looksPerWait);
    return () => clearInterval(timer);
  }
}
