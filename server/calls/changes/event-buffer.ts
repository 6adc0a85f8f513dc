import type { CatalogueFollower, ListChange } from "../../list-cache/list-change.ts";
import { changeEvent } from "./stream-events.ts";

/** From so far behind, to load the list anew costs less than to follow. */
export const mostEvents = 1_000;
/** Of the coffees that they hold. */
const mostBytes = 8_000_000;

/** A change as it is told, made once and when it is first asked for. */
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

/** The end of the log as it is told to those who listen, as far as it is kept. */
export class EventBuffer implements CatalogueFollower {
  #events: BufferedEvent[] = [];
  #byteLength = 0;
  #newest = 0;
  /** Changes when all that was told is void. */
  #age = 0;
  #onNews = () => {};
  #onErasure = () => {};

  /** Calls `onNews` whenever there is more to tell, or when all that was told is void. */
  watch(onNews: () => void): void {
    this.#onNews = onNews;
  }

  /** Calls `onErasure` when words were erased: what was made of them has to go. */
  watchErasures(onErasure: () => void): void {
    this.#onErasure = onErasure;
  }

  get newest(): number {
    return this.#newest;
  }

  get age(): number {
    return this.#age;
  }

  /** The number before the first change that is here. */
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

  /** After an erasure all that was told before is void: it may hold the erased words. */
  append(changes: readonly ListChange[]): void {
    const last = changes.at(-1);
    if (last && changes.some(({ action }) => action === "erase")) {
      this.#onErasure();
      return this.reset(last.number);
    }
    for (const change of changes) this.#append(new BufferedEvent(change));
    this.#onNews();
  }

  /** Takes in what was told before all that is here; `changes` lead up to that, without a gap. */
  prepend(changes: readonly ListChange[]): void {
    if (changes.at(-1)?.number !== this.start) return;
    const later = this.#events;
    this.#events = [];
    this.#byteLength = 0;
    for (const event of [...changes.map((change) => new BufferedEvent(change)), ...later]) this.#append(event);
  }

  /** Whether all after this number is here. */
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
