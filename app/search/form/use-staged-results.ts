import { startTransition, useEffect, useMemo, useState } from "react";
import type { Coffee } from "../../../catalogue/coffee.ts";

/** How many results to show, and how long after the previous step. The first step fills a window, the next a chunk. */
const steps = [
  { count: 6, afterMs: 0 },
  { count: 14, afterMs: 300 },
  { count: 24, afterMs: 100 },
  { count: Infinity, afterMs: 100 },
] as const;
const lastStep = steps.length - 1;

/**
 * Shows new results in steps: at first as many as fill the window, so that typing stays fast, and the rest in the next
 * pause. `turn` counts changes of the query; the page's first results are shown at once.
 */
export function useStagedResults(coffees: readonly Coffee[], turn: number): readonly Coffee[] {
  const [stage, setStage] = useState({ turn, step: lastStep });
  if (stage.turn !== turn) setStage({ turn, step: 0 });
  const { step } = stage;
  useEffect(() => {
    if (step === lastStep) return;
    const go = () =>
      startTransition(() => setStage((before) => (before.turn === turn ? { turn, step: step + 1 } : before)));
    const timer = setTimeout(go, steps[step + 1]?.afterMs);
    return () => clearTimeout(timer);
  }, [turn, step]);
  const count = steps[step]?.count ?? Infinity;
  return useMemo(() => (coffees.length > count ? coffees.slice(0, count) : coffees), [coffees, count]);
}
