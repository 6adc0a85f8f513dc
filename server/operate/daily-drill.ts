import { setTimeout as delay } from "node:timers/promises";
import type { Log } from "./log.ts";
import type { DrillOutcome } from "./metrics.ts";

export type DailyDrillParts = Readonly<{
  /** Tries the newest backup in another process, which the signal ends. `words` describe the outcome. */
  drill: (signal: AbortSignal) => Promise<DrillOutcome & Readonly<{ words: string }>>;
  /** Whether there is a backup to try. */
  hasBackups: () => boolean;
  /** Called after every drill. */
  observe: (outcome: DrillOutcome) => void;
  log: Pick<Log, "say">;
  firstAfterMs?: number;
  everyMs?: number;
}>;

/** The outcome of a drill that could not be made: it counts as failed. There is another one tomorrow. */
function failed(error: unknown) {
  const why = error instanceof Error ? error.message : String(error);
  return { isGood: false, backupAgeSeconds: undefined, words: `The drill of the newest backup broke off: ${why}` };
}

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/**
 * Tries whether the newest backup can be restored, first after a few minutes and then daily. Resolves when the signal
 * says that the shop closes. If there are no backups, logs that once, and looks again the next day.
 */
export async function drillDaily(
  { drill, hasBackups, observe, log, firstAfterMs = 5 * minuteMs, everyMs = dayMs }: DailyDrillParts,
  signal: AbortSignal,
): Promise<void> {
  let isTold = false;
  const tryNewest = async () => (hasBackups() ? drill(signal) : undefined);
  const wait = (milliseconds: number) =>
    delay(milliseconds, !signal.aborted, { signal, ref: false }).catch(() => false); // false: the shop closes
  for (let isOpen = await wait(firstAfterMs); isOpen; isOpen = await wait(everyMs)) {
    const outcome = await tryNewest().catch(failed);
    if (!outcome) {
      if (!isTold) log.say("drill", "There is no backup to try. niceties backup makes one; DRILL=off ends this.");
      isTold = true;
      continue;
    }
    if (signal.aborted) return;
    const { words, ...result } = outcome;
    log.say("drill", words, result);
    observe(result);
  }
}
