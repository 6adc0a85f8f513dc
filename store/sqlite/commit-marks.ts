const own = 0;
const others = 1;

/**
 * How far the log was written by the one thread of a process that writes it, for those of its threads that read: so that they
 * can tell commits of other programs from its own. Both marks are set before the commit that makes them true.
 */
export class CommitMarks {
  readonly shared: SharedArrayBuffer;
  readonly #numbers: BigInt64Array;

  /** `shared` is that of the marks in another thread. */
  constructor(shared = new SharedArrayBuffer(2 * BigInt64Array.BYTES_PER_ELEMENT)) {
    this.shared = shared;
    this.#numbers = new BigInt64Array(shared);
  }

  /** The newest change that this process may have committed. */
  get own(): number {
    return Number(Atomics.load(this.#numbers, own));
  }

  set own(number: number) {
    Atomics.store(this.#numbers, own, BigInt(number));
  }

  /** The newest change of another program that was found beneath one of its own. */
  get others(): number {
    return Number(Atomics.load(this.#numbers, others));
  }

  set others(number: number) {
    Atomics.store(this.#numbers, others, BigInt(number));
  }
}
