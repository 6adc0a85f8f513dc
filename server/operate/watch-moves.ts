import { setTimeout as delay } from "node:timers/promises";
import type { CoffeeStore, Move } from "../../catalogue/coffee-store.ts";
import { blocksWrites } from "../../store/copies/move-marks.ts";
import type { Log } from "./log.ts";

const usualMs = 1_000;

/**
 * Logs when the shop begins to move away, when it has moved, and when the move was given up. Resolves once `closing` is
 * aborted.
 */
export async function watchMoves(
  store: Pick<CoffeeStore, "moves">,
  log: Pick<Log, "say">,
  closing: AbortSignal,
  lookEveryMs = usualMs,
): Promise<void> {
  let reported: string | undefined;
  while (!closing.aborted) {
    const moves = await store.moves().catch(() => undefined); // the next read or write reports what is wrong
    const words = moves && wordsOf(moves.to, Date.now());
    if (moves && words !== reported) {
      reported = words;
      log.say("move", words ?? "The move was given up. The shop takes changes again.");
    }
    await delay(lookEveryMs, undefined, { signal: closing, ref: false }).catch(() => {});
  }
}

function wordsOf(to: Move | undefined, now: number): string | undefined {
  if (to?.isDone) {
    return `The shop has moved to ${to.place}. Here it takes no changes any more, and /-/ready answers 503: restart it there.`;
  }
  return to && blocksWrites(to, now)
    ? `niceties move is copying the shop to ${to.place}. Until that is over, changes are refused and reading goes on.`
    : undefined;
}
