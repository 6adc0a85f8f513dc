import { setTimeout as delay } from "node:timers/promises";

/** What came of trying the newest backup. */
export type DrillOutcome = Readonly<{
  hasPassed: boolean;
  /** When the backup was made; undefined where there is none. */
  backupAt: Date | undefined;
  /** A sentence for the log. */
  message: string;
}>;

/** Hears of every drill, for whoever counts or draws them. */
export type DrillObserver = Readonly<{
  drilled: (hasPassed: boolean, at: Date) => void;
  /** When the newest backup was made. */
  foundBackup: (at: Date) => void;
}>;

export type DailyDrillParts = Readonly<{
  /** Tries the newest backup in a process of its own; aborted by the signal. */
  drill: (signal: AbortSignal) => Promise<DrillOutcome>;
  /** Whether there is anything to try. */
  hasBackups: () => boolean;
  observer: DrillObserver;
  now: () => Date;
  log: (line: string) => void;
  firstAfterMs?: number;
  everyMs?: number;
}>;

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/**
 * Tries a few minutes from now, and then daily, whether the newest backup can be restored, until the signal says that the
 * shop closes. Without backups it says so once, and looks again the next day.
 */
export async function drillDaily(
  { drill, hasBackups, observer, now, log, firstAfterMs = 5 * minuteMs, everyMs = dayMs }: DailyDrillParts,
  signal: AbortSignal,
): Promise<void> {
  let isTold = false;
  const wait = (milliseconds: number) =>
    delay(milliseconds, !signal.aborted, { signal, ref: false }).catch(() => false); // false: the shop closes
  for (let isOpen = await wait(firstAfterMs); isOpen; isOpen = await wait(everyMs)) {
    if (!hasBackups()) {
      if (!isTold) log("There is no backup to try. niceties backup makes one; DRILL=off ends this.");
      isTold = true;
      continue;
    }
    const { hasPassed, backupAt, message } = await drill(signal);
    if (signal.aborted) return;
    log(message);
    observer.drilled(hasPassed, now());
    if (backupAt) observer.foundBackup(backupAt);
  }
}
