const own = 0;
const others = 1;
const failed = 2;

/**
 * What the threads of a process that share a log know of it: how far the one that writes it has come, so that those who
 * read can tell commits of other programs from its own; and whether the disk has failed any of them.
 */
export class SharedProgress {
  readonly shared: SharedArrayBuffer;
  readonly #numbers: BigInt64Array;

  /** `shared` is that of the marks in another thread. */
  constructor(shared = new SharedArrayBuffer(3 * BigInt64Array.BYTES_PER_ELEMENT)) {
    this.shared = shared;
    this.#numbers = new BigInt64Array(shared);
  }

  /** The newest change that this process may have committed; set before it is. */
  get own(): number {
    return Number(Atomics.load(this.#numbers, own));
  }

  set own(number: number) {
    Atomics.store(this.#numbers, own, BigInt(number));
  }

  /** The newest change of another program that was found beneath one of its own; set before that is committed. */
  get others(): number {
    return Number(Atomics.load(this.#numbers, others));
  }

  set others(number: number) {
    Atomics.store(this.#numbers, others, BigInt(number));
  }

  /** After one sync that failed, none is believed: the disk may have dropped what a later one says it has. */
  get hasFailed(): boolean {
    return Atomics.load(this.#numbers, failed) !== 0n;
  }

  fail(): void {
    Atomics.store(this.#numbers, failed, 1n);
  }
}
