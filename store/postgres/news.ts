import { setTimeout as delay } from "node:timers/promises";
import { Link } from "./link.ts";
import { newsChannel, quickMs } from "./log-queries.ts";

const firstRetryMs = 100;
const lastRetryMs = 2_000;

/**
 * Listens on a connection of its own, and calls `onNews` after each commit of any process, and whenever some may have gone
 * unheard. Ends with the signal.
 */
export async function listenForNews(url: string, onNews: () => void, signal: AbortSignal): Promise<void> {
  for (let retryMs = firstRetryMs; !signal.aborted; retryMs = Math.min(2 * retryMs, lastRetryMs)) {
    try {
      const link = await Link.open(url);
      const ended = new Promise<void>((resolve) => link.listen(onNews, resolve));
      const end = () => link.destroy();
      signal.addEventListener("abort", end);
      if (signal.aborted) end();
      await link.ask(`LISTEN ${newsChannel}`, quickMs);
      retryMs = firstRetryMs;
      onNews();
      await ended;
      signal.removeEventListener("abort", end);
    } catch {
      // The poll goes on, and this is tried again.
    }
    await delay(retryMs, undefined, { signal, ref: false }).catch(() => {}); // the signal ends it
  }
}
