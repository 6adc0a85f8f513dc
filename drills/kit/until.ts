import { setTimeout as delay } from "node:timers/promises";

type UntilOptions = Readonly<{
  withinMs: number;
  everyMs?: number;
  signal?: AbortSignal;
  /** The error's message if it takes too long. */
  failure: string | (() => string | Promise<string>);
}>;

/** Polls until the answer is neither false nor undefined, and resolves to it. Rejects if that takes too long. */
export async function until<Answer>(
  ask: () => Answer | Promise<Answer>,
  { withinMs, everyMs = 20, signal, failure }: UntilOptions,
): Promise<Exclude<Answer, false | undefined>> {
  const deadline = performance.now() + withinMs;
  for (;;) {
    signal?.throwIfAborted();
    const answer = await ask();
    if (isThere(answer)) return answer;
    if (performance.now() > deadline) throw new Error(typeof failure === "string" ? failure : await failure());
    await delay(everyMs, undefined, signal && { signal });
  }
}

/** Retries as long as `act` fails. Rejects with its last error's words if that takes too long. */
export async function untilDone<T>(act: () => Promise<T>, options: Omit<UntilOptions, "failure">): Promise<T> {
  let cause: unknown;
  const attempt = () =>
    act().then(
      (value) => ({ value }),
      (error: unknown) => void (cause = error),
    );
  return (await until(attempt, { ...options, failure: () => String(cause) })).value;
}

/** Repeats `act`, with a pause after each time, until it is stopped or fails. */
export function repeat(act: () => Promise<void>, restMs: number): AsyncDisposable & { stop: () => Promise<void> } {
  const stopping = new AbortController();
  const repeating = (async () => {
    while (!stopping.signal.aborted) {
      await act();
      await delay(restMs);
    }
  })();
  const stop = () => {
    stopping.abort();
    return repeating;
  };
  return { stop, [Symbol.asyncDispose]: stop };
}

function isThere<Answer>(answer: Answer): answer is Exclude<Answer, false | undefined> {
  return answer !== false && answer !== undefined;
}
