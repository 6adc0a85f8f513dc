import { ConnectionSlot } from "./slot.ts";
import { ConnectionLost, type Connection } from "./connection.ts";

/** A fixed number of connections that callers use in turn. */
export class ConnectionPool {
  readonly #all: readonly ConnectionSlot[];
  readonly #idle: ConnectionSlot[];
  readonly #waiting = new Set<(slot: ConnectionSlot) => void>();

  constructor(url: string, count: number) {
    this.#all = Array.from({ length: count }, () => new ConnectionSlot(url));
    this.#idle = [...this.#all];
  }

  /** Like `ConnectionSlot.use`; rejects with `ConnectionLost` if no connection becomes free within `withinMs`. */
  async use<T>(act: (connection: Connection) => Promise<T>, withinMs: number): Promise<T> {
    const slot = this.#idle.pop() ?? (await this.#next(withinMs));
    try {
      return await slot.use(act);
    } finally {
      const [waiting] = this.#waiting;
      if (waiting) waiting(slot);
      else this.#idle.push(slot);
    }
  }

  async close(): Promise<void> {
    await Promise.all(this.#all.map((slot) => slot.close()));
  }

  #next(withinMs: number): Promise<ConnectionSlot> {
    return new Promise((resolve, reject) => {
      const take = (slot: ConnectionSlot) => {
        clearTimeout(timer);
        this.#waiting.delete(take);
        resolve(slot);
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(take);
        reject(new ConnectionLost("All connections to the database were in use."));
      }, withinMs);
      this.#waiting.add(take);
    });
  }
}
