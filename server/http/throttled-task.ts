import { setTimeout as delay } from "node:timers/promises";

/** Calls within this time share one run. */
const soonMs = 20;
/** Pauses between runs keep the work to a thirtieth of one core, however often it is scheduled. */
const restsForEachWork = 29;

/** Runs work soon after it is scheduled: one run at a time, with a pause after each. Errors of the work are ignored. */
export class ThrottledTask {
  readonly #work: () => Promise<unknown>;
  #isAskedFor = false;
  #isUnderWay = false;

  constructor(work: () => Promise<unknown>) {
    this.#work = work;
  }

  /** A run begins after this call, even if another is under way. */
  schedule(): void {
    this.#isAskedFor = true;
    if (!this.#isUnderWay) void this.#doAll();
  }

  async #doAll(): Promise<void> {
    this.#isUnderWay = true;
    await rest(soonMs);
    while (this.#isAskedFor) {
      this.#isAskedFor = false;
      const started = performance.now();
      await this.#work().catch(() => {}); // the next request for the result reports the error
      await rest(Math.max(soonMs, restsForEachWork * (performance.now() - started)));
    }
    this.#isUnderWay = false;
  }
}

function rest(milliseconds: number): Promise<void> {
  return delay(milliseconds, undefined, { ref: false });
}
