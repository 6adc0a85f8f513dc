import { setTimeout as delay } from "node:timers/promises";

/** What asks within so little is served together. */
const soonMs = 20;
/** Work takes at most a thirtieth of the time of one core, however often it is asked for. */
const restsForEachWork = 29;

/** Does work soon after it is asked for: one piece at a time, and with rests in between. Its failure is its own. */
export class ThrottledTask {
  readonly #work: () => Promise<unknown>;
  #isAskedFor = false;
  #isUnderWay = false;

  constructor(work: () => Promise<unknown>) {
    this.#work = work;
  }

  /** What follows is done after this call, whatever is under way already. */
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
      await this.#work().catch(() => {}); // whoever needs it asks again
      await rest(Math.max(soonMs, restsForEachWork * (performance.now() - started)));
    }
    this.#isUnderWay = false;
  }
}

function rest(milliseconds: number): Promise<void> {
  return delay(milliseconds, undefined, { ref: false });
}
