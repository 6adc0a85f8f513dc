// A thread of its own, so that the attackers' work in theirs is not measured as slowness of the shop.
import { setTimeout as delay } from "node:timers/promises";
import { parentPort as port, workerData } from "node:worker_threads";

const restMs = 50;
const patienceMs = 10_000;

/** A read or a liveness check: how long it took in milliseconds, and what was wrong with it. */
export type Visit = Readonly<{ path: string; milliseconds: number; fault?: string }>;

const { url, paths, id }: { url: string; paths: readonly string[]; id: string } = workerData;

/** Right for the coffee's pages, because an attacker may delete it. */
const goneStatuses = new Set([404, 410]);

async function visit(path: string): Promise<Visit> {
  const started = performance.now();
  try {
    const reply = await fetch(url + path, { signal: AbortSignal.timeout(patienceMs) });
    await reply.arrayBuffer();
    const milliseconds = performance.now() - started;
    const isRight = reply.status === 200 || (path.includes(id) && goneStatuses.has(reply.status));
    return isRight ? { path, milliseconds } : { path, milliseconds, fault: `${path} was answered ${reply.status}` };
  } catch (error) {
    return { path, milliseconds: performance.now() - started, fault: `${path} was not answered: ${String(error)}` };
  }
}

async function visitAgainAndAgain(path: string): Promise<never> {
  for (;;) {
    port?.postMessage(await visit(path));
    await delay(restMs);
  }
}

// The first fetch of a process loads the HTTP client, which would count as time of the shop.
await Promise.all(paths.map(visit));
port?.postMessage("ready");
await Promise.all(paths.map(visitAgainAndAgain));
