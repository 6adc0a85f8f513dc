const restAtLeastMs = 200;
/** Pauses of 4 times the last run keep the work to a fifth of one core, however often it is scheduled. */
const restsForEachWork = 4;

/** Runs costly work on changing data once nothing has changed for a while, one run at a time. */
export class IdleTimer {
  #waiting: NodeJS.Timeout | undefined;
  #isWorking = false;
  #lastMs = 0;

  /**
   * Runs `work` once nothing has changed for 200 ms, or for 4 times the duration of the last run if that is longer.
   * Does nothing while other work waits or runs. Ignores errors of the work.
   */
  whenCalm(work: () => Promise<unknown>): void {
    if (this.#isWorking) return;
    this.#waiting ??= setTimeout(
      () => void this.#do(work),
      Math.max(restAtLeastMs, restsForEachWork * this.#lastMs),
    ).unref();
  }

  /** To be called on every change: cancels the work that waits. */
  disturb(): void {
    clearTimeout(this.#waiting);
    this.#waiting = undefined;
  }

  async #do(work: () => Promise<unknown>): Promise<void> {
    const started = performance.now();
    this.#waiting = undefined;
    this.#isWorking = true;
    await work().catch(() => {}); // the next request for the result reports the error
    this.#isWorking = false;
    this.#lastMs = performance.now() - started;
  }
}
