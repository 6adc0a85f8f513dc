import { Connection } from "./connection.ts";

/** One connection, opened on first use and reopened after it broke. */
export class ConnectionSlot {
  readonly #url: string;
  #connection: Connection | undefined;
  #isClosed = false;

  constructor(url: string) {
    this.#url = url;
  }

  /** Rejects with `ConnectionLost` if there is none, and with a plain error after `close`. */
  async connection(): Promise<Connection> {
    this.#assertOpen();
    if (this.#connection && !this.#connection.isBroken) return this.#connection;
    this.#connection = await Connection.open(this.#url);
    if (this.#isClosed) this.destroy();
    this.#assertOpen();
    return this.#connection;
  }

  /** Runs `act` on the connection. If it rejects, the connection is closed, which ends its open transaction. */
  async use<T>(act: (connection: Connection) => Promise<T>): Promise<T> {
    try {
      return await act(await this.connection());
    } catch (error) {
      this.destroy();
      throw error;
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#connection?.close();
  }

  /** Closes the connection at once. Pending queries reject. */
  destroy(): void {
    this.#connection?.destroy();
  }

  #assertOpen(): void {
    if (this.#isClosed) throw new Error("The store is closed.");
  }
}
