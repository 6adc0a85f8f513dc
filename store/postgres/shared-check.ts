/**
 * Runs one read at a time for all callers. A caller that comes during a read shares the next one, because the running
 * one may return a state from before its call.
 */
export class SharedCheck<T> {
  readonly #look: () => Promise<T>;
  #running: Promise<T> | undefined;
  #next: Promise<T> | undefined;

  constructor(look: () => Promise<T>) {
    this.#look = look;
  }

  run(): Promise<T> {
    if (!this.#running) return this.#begin();
    const begin = () => this.#begin();
    this.#next ??= this.#running.then(begin, begin);
    return this.#next;
  }

  #begin(): Promise<T> {
    this.#next = undefined;
    const running = this.#look();
    this.#running = running;
    const end = () => {
      if (!this.#next) this.#running = undefined;
    };
    running.then(end, end);
    return running;
  }
}
