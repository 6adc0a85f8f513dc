import { startTransition, useEffect, useMemo, useState } from "react";
import type { Coffee } from "../../../catalogue/coffee.ts";

/** How many coffees are shown at once, and how long after the step before them more are: the first fill a window, the next a chunk. */
const steps = [
  { count: 6, afterMs: 0 },
  { count: 14, afterMs: 300 },
  { count: 24, afterMs: 100 },
  { count: Infinity, afterMs: 100 },
] as const;
const lastStep = steps.length - 1;

/**
 * Of what was found, at first as much as a window holds, so that what is typed is answered at once; the rest in the next
 * pause. `turn` counts what was asked for here; what the page was opened with is shown whole.
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
