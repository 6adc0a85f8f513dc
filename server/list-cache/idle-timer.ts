const restAtLeastMs = 200;
/** Pauses keep the work to a fifth of one core, however often it is scheduled. */
const restsForEachWork = 4;

/** Runs costly work on changing data once nothing has changed for a while, one run at a time. */
export class IdleTimer {
  #waiting: NodeJS.Timeout | undefined;
  #isWorking = false;
  #lastMs = 0;

  /** Runs `work` when nothing has changed for a while, unless other work waits or runs. Errors of the work are ignored. */
  whenCalm(work: () => Promise<unknown>): void {
    if (this.#isWorking) return;
    this.#waiting ??= setTimeout(
      () => void this.#do(work),
      Math.max(restAtLeastMs, restsForEachWork * this.#lastMs),
    ).unref();
  }

  /** Call it on every change: it cancels the work that waits. */
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
