type Timing = Readonly<{ duration: number; easing: string }>;

/** Whether nothing is to move. */
export function isStill(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** How a script moves something for one of the times of app/tokens.css. */
export function timing(name: "--time-fold" | "--time-travel"): Timing {
  const tokens = getComputedStyle(document.documentElement);
  return { duration: milliseconds(tokens.getPropertyValue(name)), easing: tokens.getPropertyValue("--ease-soft") };
}

/** The build writes 160ms as .16s. */
function milliseconds(time: string): number {
  return Number.parseFloat(time) * (time.endsWith("ms") ? 1 : 1_000);
}
