import type { CatalogueFollower, ListChange } from "../../list-cache/list-change.ts";
import { changeEvent } from "./stream-events.ts";

/** A client further behind than this loads the list again, which costs less than following. */
export const mostEvents = 1_000;
/** The most bytes of the coffees in all these events. */
const mostBytes = 8_000_000;

/** A change whose event is encoded once, on first use. */
class BufferedEvent {
  readonly number: number;
  readonly byteLength: number;
  #change: ListChange | undefined;
  #bytes: Buffer | undefined;

  constructor(change: ListChange) {
    this.number = change.number;
    this.byteLength = change.coffee?.byteLength ?? 0;
    this.#change = change;
  }

  get bytes(): Buffer {
    if (this.#change) this.#bytes = changeEvent(this.#change);
    this.#change = undefined;
    return this.#bytes ?? Buffer.alloc(0);
  }
}

/** The newest changes of the log, encoded for listeners. */
export class EventBuffer implements CatalogueFollower {
  #events: BufferedEvent[] = [];
  #byteLength = 0;
  #newest = 0;
  /** Increases when listeners must load the list again. */
  #age = 0;
  #onNews = () => {};
  #onErasure = () => {};

  /** Calls `onNews` after each change, and when listeners must load the list again. */
  watch(onNews: () => void): void {
    this.#onNews = onNews;
  }

  /** Calls `onErasure` when words were erased, so that caches can drop them. */
  watchErasures(onErasure: () => void): void {
    this.#onErasure = onErasure;
  }

  get newest(): number {
    return this.#newest;
  }

  get age(): number {
    return this.#age;
  }

  /** The number before the first change in the buffer. */
  get start(): number {
    return this.#newest - this.#events.length;
  }

  reset(number: number): void {
    this.#events = [];
    this.#byteLength = 0;
    this.#newest = number;
    this.#age += 1;
    this.#onNews();
  }

  /** After an erasure the buffer is reset: its events may hold the erased words. */
  append(changes: readonly ListChange[]): void {
    const last = changes.at(-1);
    if (last && changes.some(({ action }) => action === "erase")) {
      this.#onErasure();
      return this.reset(last.number);
    }
    for (const change of changes) this.#append(new BufferedEvent(change));
    this.#onNews();
  }

  /**
   * Puts older changes in front of the buffer. Does nothing unless the last of them directly precedes the buffer's
   * first.
   */
  prepend(changes: readonly ListChange[]): void {
    if (changes.at(-1)?.number !== this.start) return;
    const later = this.#events;
    this.#events = [];
    this.#byteLength = 0;
    for (const event of [...changes.map((change) => new BufferedEvent(change)), ...later]) this.#append(event);
  }

  /** Whether the buffer has every change after this number. */
  reaches(number: number): boolean {
    return number >= this.start && number <= this.#newest;
  }

  at(number: number): BufferedEvent | undefined {
    return this.#events[number - this.start - 1];
  }

  #append(event: BufferedEvent): void {
    this.#events.push(event);
    this.#byteLength += event.byteLength;
    this.#newest = event.number;
    while (this.#events.length > mostEvents || (this.#byteLength > mostBytes && this.#events.length > 1))
      this.#byteLength -= this.#events.shift()?.byteLength ?? 0;
  }
}
