/** Whether the visitor prefers reduced motion. */
export function prefersReducedMotion(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Duration in milliseconds and easing of an animation, from app/styles/tokens.css. */
export function timing(name: "--time-fold" | "--time-travel") {
  const tokens = getComputedStyle(document.documentElement);
  return { duration: milliseconds(tokens.getPropertyValue(name)), easing: tokens.getPropertyValue("--ease-soft") };
}

/** Parses a CSS time: the build writes 160ms as .16s. */
function milliseconds(time: string): number {
  return Number.parseFloat(time) * (time.endsWith("ms") ? 1 : 1_000);
}
