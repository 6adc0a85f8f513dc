const own = 0;
const others = 1;
const failed = 2;

/**
 * Numbers that the threads of a process share: how far the writer thread has come, so that readers can tell its commits
 * from those of other processes, and whether a sync has failed.
 */
export class SharedProgress {
  readonly shared: SharedArrayBuffer;
  readonly #numbers: BigInt64Array;

  /** `shared` is that of another thread's instance. */
  constructor(shared = new SharedArrayBuffer(3 * BigInt64Array.BYTES_PER_ELEMENT)) {
    this.shared = shared;
    this.#numbers = new BigInt64Array(shared);
  }

  /** The newest change that this process may have committed. Set before the commit. */
  get own(): number {
    return Number(Atomics.load(this.#numbers, own));
  }

  set own(number: number) {
    Atomics.store(this.#numbers, own, BigInt(number));
  }

  /** The newest change of another process that this process has built on. Set before the commit that builds on it. */
  get others(): number {
    return Number(Atomics.load(this.#numbers, others));
  }

  set others(number: number) {
    Atomics.store(this.#numbers, others, BigInt(number));
  }

  /** Once a sync has failed, later ones are not trusted: the disk may have dropped data that they report as synced. */
  get hasFailed(): boolean {
    return Atomics.load(this.#numbers, failed) !== 0n;
  }

  fail(): void {
    Atomics.store(this.#numbers, failed, 1n);
  }
}
