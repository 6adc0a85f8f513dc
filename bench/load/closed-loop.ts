import { latencyOf } from "../figures/percentiles.ts";
import { openConnection } from "./connection.ts";
import type { LoadResult } from "./job.ts";

/** How long after its end a slot waits for replies. */
const patienceMs = 20_000;

/** One connection's work: `next` returns the next request, if any; `take` returns true if its bytes end a reply. */
export type Client = Readonly<{ next: () => string | Buffer | undefined; take: (bytes: Buffer) => boolean }>;

/** Each connection sends its next request when the one before is answered, until the time is over. */
export async function closedLoop(port: number, clients: readonly Client[], seconds: number): Promise<LoadResult> {
  const times: number[] = [];
  const { promise: whole, resolve, reject } = Promise.withResolvers<void>();
  let busy = clients.length;
  if (busy === 0) resolve();
  let deadline = Infinity;
  let last = 0;
  const opened = await Promise.all(
    clients.map(async ({ next, take }) => {
      let sentAt = 0;
      const onBytes = (bytes: Buffer) => {
        if (!take(bytes)) return;
        last = performance.now();
        times.push(last - sentAt);
        send();
      };
      const connection = await openConnection(port, onBytes, reject);
      const send = () => {
        sentAt = performance.now();
        const request = sentAt < deadline ? next() : undefined;
        if (request !== undefined) return connection.send(request);
        connection.close();
        busy -= 1;
        if (busy === 0) resolve();
      };
      return { send, close: connection.close };
    }),
  );
  const cpuBefore = process.cpuUsage();
  const started = performance.now();
  const impatience = setTimeout(
    () => {
      reject(new Error(`A reply did not come within ${patienceMs / 1_000} s.`));
    },
    seconds * 1_000 + patienceMs,
  );
  // Each connection sends at least one request, even if `seconds` is 0.
  for (const { send } of opened) send();
  deadline = started + seconds * 1_000;
  try {
    await whole;
  } finally {
    clearTimeout(impatience);
    for (const { close } of opened) close();
  }
  const { user, system } = process.cpuUsage(cpuBefore);
  const elapsedMs = last - started;
  return {
    answered: times.length,
    seconds: elapsedMs / 1_000,
    latency: latencyOf(times),
    generatorShare: (user + system) / 1_000 / (performance.now() - started),
  };
}
