import { setTimeout as delay } from "node:timers/promises";
import { Connection } from "./connection.ts";
import { newsChannel, quickMs } from "../log-queries.ts";

const firstRetryMs = 100;
const lastRetryMs = 2_000;

/**
 * Listens on a connection of its own. Calls `onNews` after each commit of any process, and after each reconnect, since
 * notifications may have been missed. Runs until the signal aborts.
 */
export async function listenForNews(url: string, onNews: () => void, signal: AbortSignal): Promise<void> {
  for (let retryMs = firstRetryMs; !signal.aborted; retryMs = Math.min(2 * retryMs, lastRetryMs)) {
    await listenOnce(url, onNews, signal, () => (retryMs = firstRetryMs)).catch(() => {}); // polling goes on meanwhile
    await delay(retryMs, undefined, { signal, ref: false }).catch(() => {}); // the loop's condition ends it
  }
}

/** Resolves once the connection is broken. */
async function listenOnce(
  url: string,
  onNews: () => void,
  signal: AbortSignal,
  onConnected: () => void,
): Promise<void> {
  const connection = await Connection.open(url);
  const end = () => connection.destroy();
  signal.addEventListener("abort", end);
  try {
    if (signal.aborted) return;
    const ended = new Promise<void>((resolve) => connection.listen(onNews, resolve));
    await connection.query(`LISTEN ${newsChannel}`, quickMs);
    onConnected();
    onNews();
    await ended;
  } finally {
    signal.removeEventListener("abort", end);
    connection.destroy();
  }
}
