import { Connection } from "./connection.ts";

/** A place for one connection, which is made where it is needed and made anew after it broke. */
export class ConnectionSlot {
  readonly #url: string;
  #connection: Connection | undefined;
  #isClosed = false;

  constructor(url: string) {
    this.#url = url;
  }

  /** Rejects with `ConnectionLost` where there is none, and with a plain error, for good, once it was closed. */
  async connection(): Promise<Connection> {
    this.#assertOpen();
    if (this.#connection && !this.#connection.isBroken) return this.#connection;
    this.#connection = await Connection.open(this.#url);
    if (this.#isClosed) this.destroy();
    this.#assertOpen();
    return this.#connection;
  }

  /** Where `act` rejects, the connection is given up, and whatever was left open on it. */
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

  /** Gives the connection up; whoever waits for an answer waits no longer. */
  destroy(): void {
    this.#connection?.destroy();
  }

  #assertOpen(): void {
    if (this.#isClosed) throw new Error("The store is closed.");
  }
}
