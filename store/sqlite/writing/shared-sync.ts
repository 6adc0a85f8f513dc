import { close, fdatasync, openSync } from "node:fs";
import { promisify } from "node:util";

/** Syncs a file without blocking the event loop. Callers that come during a sync share the next one. */
export class SharedSync {
  readonly #descriptor: number;
  #current: Promise<void> = Promise.resolve();
  #next: Promise<void> | undefined;
  #closing: Promise<void> | undefined;

  constructor(file: string) {
    this.#descriptor = openSync(file, "r");
  }

  /**
   * Resolves once everything written before this call is durable. Rejects with the system's error, and so do all later
   * calls.
   */
  sync(): Promise<void> {
    this.#next ??= this.#current.then(() => {
      this.#current = this.#next ?? this.#current;
      this.#next = undefined;
      return promisify(fdatasync)(this.#descriptor);
    });
    return this.#next;
  }

  /** Waits for the syncs that were requested. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    await (this.#next ?? this.#current).catch(() => {}); // the callers of sync() have seen the error
    await promisify(close)(this.#descriptor);
  }
}
