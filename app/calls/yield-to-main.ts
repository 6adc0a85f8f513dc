/** Resolves when whatever else waits for its turn, as a press or a paint, has had it. */
export function yieldToMain(): Promise<void> {
  // A timer of none at all lets others run too, if not as soon.
  return "scheduler" in globalThis && "yield" in scheduler
    ? scheduler.yield()
    : new Promise((resolve) => setTimeout(resolve));
}
