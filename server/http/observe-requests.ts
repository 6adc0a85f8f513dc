import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";

/** A request that was answered. Nothing in it tells who asked. */
export type Exchange = Readonly<{
  requestId: string;
  method: string;
  /** Without its query. */
  path: string;
  /** The pattern that the path fits; pages and files share one. */
  route: string;
  status: number;
  durationMs: number;
}>;

/** Begins to observe a request, and gives it an id, which its reply carries in `Request-Id`. */
export type ObserveExchange = () => Readonly<{
  requestId: string;
  /** To be called once it is answered. */
  end: (answered: Omit<Exchange, "requestId" | "durationMs">) => void;
}>;

const startBytes = 4;
const counterDigits = 8;
const current = new AsyncLocalStorage<string>();

/** The id of the request that is being answered, wherever in its handling this is asked. */
export function currentRequestId(): string | undefined {
  return current.getStore();
}

/** Answers a request by `answer`, and lets `currentRequestId` know of it meanwhile. */
export function withRequestId<T>(requestId: string, answer: () => T): T {
  return current.run(requestId, answer);
}

export function exchangeObserver(observe: ((exchange: Exchange) => void) | undefined): ObserveExchange {
  const start = randomBytes(startBytes).toString("hex");
  let counter = 0;
  return () => {
    counter = (counter + 1) % 2 ** 32;
    const requestId = start + counter.toString(16).padStart(counterDigits, "0");
    if (!observe) return { requestId, end: () => {} };
    const started = performance.now();
    return {
      requestId,
      end: (answered) => observe({ requestId, ...answered, durationMs: performance.now() - started }),
    };
  };
}
