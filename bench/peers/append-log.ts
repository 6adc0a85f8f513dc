import { fdatasync, openSync, write } from "node:fs";

type Entry = Readonly<{ bytes: Buffer; onDurable: () => void }>;

/** An append-only file with group commit: entries that come during a sync share the next one. */
export class AppendLog {
  readonly #file: number;
  #waiting: Entry[] = [];
  #isSyncing = false;

  constructor(path: string) {
    this.#file = openSync(path, "a");
  }

  /** Calls `onDurable` once the bytes are on the disk. A failing disk ends the process. */
  append(bytes: Buffer, onDurable: () => void): void {
    this.#waiting.push({ bytes, onDurable });
    if (!this.#isSyncing) this.#sync();
  }

  #sync(): void {
    const batch = this.#waiting;
    this.#waiting = [];
    this.#isSyncing = batch.length > 0;
    if (!this.#isSyncing) return;
    const bytes = Buffer.concat(batch.map((entry) => entry.bytes));
    write(this.#file, bytes, (failure) => {
      if (failure) throw failure;
      fdatasync(this.#file, (refusal) => {
        if (refusal) throw refusal;
        for (const { onDurable } of batch) onDurable();
        this.#sync();
      });
    });
  }
}
