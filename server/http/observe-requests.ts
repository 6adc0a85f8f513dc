import { AsyncLocalStorage } from "node:async_hooks";
import { randomBytes } from "node:crypto";

/** A request and its reply, for logs and metrics. It holds nothing about the client. */
export type Exchange = Readonly<{
  requestId: string;
  method: string;
  /** Without its query. */
  path: string;
  /** The pattern of the route, such as /coffee/:id; all pages and files share one. */
  route: string;
  status: number;
  durationMs: number;
}>;

/** Starts to observe a request. Its id goes out in the reply's `Request-Id`. */
export type ObserveExchange = () => Readonly<{
  requestId: string;
  /** Call it once the reply is sent. */
  end: (answered: Omit<Exchange, "requestId" | "durationMs">) => void;
}>;

const startBytes = 4;
const counterDigits = 8;
const current = new AsyncLocalStorage<string>();

/** The id of the request that the calling code handles; undefined outside of one. */
export function currentRequestId(): string | undefined {
  return current.getStore();
}

/** Runs `answer`; inside it, `currentRequestId` returns this id. */
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
