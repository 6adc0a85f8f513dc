const restAtLeastMs = 200;
/** Work takes at most a fifth of the time of one core, however often it is asked for. */
const restsForEachWork = 4;

/** Does costly work on something that keeps changing once it has come to rest, one piece at a time. */
export class IdleTimer {
  #waiting: NodeJS.Timeout | undefined;
  #isWorking = false;
  #lastMs = 0;

  /** Does `work` when nothing changes for a while; not at all where other work waits or is under way. Its failure is its own. */
  whenCalm(work: () => Promise<unknown>): void {
    if (this.#isWorking) return;
    this.#waiting ??= setTimeout(
      () => void this.#do(work),
      Math.max(restAtLeastMs, restsForEachWork * this.#lastMs),
    ).unref();
  }

  /** Something changed: what waits is for nothing. */
  disturb(): void {
    clearTimeout(this.#waiting);
    this.#waiting = undefined;
  }

  async #do(work: () => Promise<unknown>): Promise<void> {
    const started = performance.now();
    this.#waiting = undefined;
    this.#isWorking = true;
    await work().catch(() => {}); // whoever needs it asks again
    this.#isWorking = false;
    this.#lastMs = performance.now() - started;
  }
}
