import type { CoffeeStore } from "../../catalogue/coffee-store.ts";
import { photoKeysIn } from "./photo-keys.ts";

/** How many changes are read at once: many if they are short, and few if they are long, for little memory. */
const changesAtOnce = { least: 10, most: 500 };
/** About this much text is read at once. */
const pageCharacters = 500_000;

/**
 * The photos that any coffee or any change in the log names. A photo that undo could bring back is among them, because
 * the log keeps every text until it is erased.
 */
export class PhotoReferences {
  readonly #store: Pick<CoffeeStore, "changes" | "version">;
  #keys = new Set<string>();
  #readTo = 0;
  #reading: Promise<unknown> = Promise.resolve();

  constructor(store: Pick<CoffeeStore, "changes" | "version">) {
    this.#store = store;
  }

  /**
   * The keys of the blobs of all photos that durable changes name when this is called. Reads only what is new since the
   * last call; calls take turns.
   */
  current(): Promise<ReadonlySet<string>> {
    const reading = this.#reading.catch(() => {}).then(() => this.#read());
    this.#reading = reading;
    return reading;
  }

  /** Reads the whole log again at the next call, because words were erased from it. */
  forget(): void {
    this.#keys = new Set();
    this.#readTo = 0;
  }

  async #read(): Promise<ReadonlySet<string>> {
    const { number } = await this.#store.version(true);
    let limit = changesAtOnce.least;
    while (this.#readTo < number) {
      const keys = this.#keys;
      const changes = await this.#store.changes(this.#readTo, limit);
      // The erasure of a change that was read before makes this reading start again.
      if (keys !== this.#keys) continue;
      for (const { after } of changes) for (const key of photoKeysIn(after ?? "")) keys.add(key);
      const last = changes.at(-1);
      if (!last) break;
      this.#readTo = last.number;
      const length = changes.reduce((sum, { before, after }) => sum + (before?.length ?? 0) + (after?.length ?? 0), 1);
      const fitting = Math.floor((changes.length * pageCharacters) / length);
      limit = Math.min(Math.max(fitting, changesAtOnce.least), 2 * limit, changesAtOnce.most);
    }
    return this.#keys;
  }
}
