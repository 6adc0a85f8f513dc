import { setTimeout as delay } from "node:timers/promises";
import type { Fault } from "../../../catalogue/fault.ts";
import { StoreRefused } from "../../store-refused.ts";
import { faultOf, passes, reason } from "./driver-errors.ts";

/** The fault of a query that found no working database. `cause` has what the operator must know. */
export type FaultOf = (cause?: StoreRefused) => Fault;

const retryEveryMs = 25;

/** Retries calls to the database at one place, until `closing` aborts. */
export class Retries {
  readonly #place: string;
  readonly #closing: AbortSignal;
  /** Whether the last call failed to reach the database. The operator gets one report. */
  #isUnreachable = false;

  constructor(place: string, closing: AbortSignal) {
    this.#place = place;
    this.#closing = closing;
  }

  /** Tries until it succeeds, for at most `withinMs`; then rejects with `fault`. */
  async run<T>(withinMs: number, fault: FaultOf, act: (leftMs: number) => Promise<T>): Promise<T> {
    const until = performance.now() + withinMs;
    for (;;) {
      try {
        const result = await act(Math.max(1, until - performance.now()));
        this.#isUnreachable = false;
        return result;
      } catch (error) {
        if (!passes(error)) throw faultOf(this.#place, error);
        if (performance.now() > until || this.#closing.aborted) throw fault(this.#firstReport(error));
      }
      await delay(retryEveryMs);
    }
  }

  #firstReport(error: unknown): StoreRefused | undefined {
    const isTold = this.#isUnreachable;
    this.#isUnreachable = true;
    if (isTold) return undefined;
    return new StoreRefused(`${this.#place} cannot be reached: ${reason(error)}. It is tried again and again.`, {
      cause: error,
    });
  }
}
