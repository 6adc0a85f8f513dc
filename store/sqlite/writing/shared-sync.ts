import { close, fdatasync, openSync } from "node:fs";
import { promisify } from "node:util";

/** Makes what is written to a file durable, beside the event loop. Whoever asks while a sync runs shares the next one. */
export class SharedSync {
  readonly #descriptor: number;
  #current: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;
  #closing: Promise<void> | undefined;

  constructor(file: string) {
    this.#descriptor = openSync(file, "r");
  }

  /** Resolves once all that was written before this call is durable. Rejects as the system does, and then for ever. */
  sync(): Promise<void> {
    this.#next ??= this.#current.then(() => {
      this.#current = this.#next ?? this.#current;
      this.#next = undefined;
      return promisify(fdatasync)(this.#descriptor);
    });
    return this.#next;
  }

  /** Waits for the syncs that were asked for. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    await (this.#next ?? this.#current).catch(() => {}); // whoever asked has heard of it
    await promisify(close)(this.#descriptor);
  }
}
