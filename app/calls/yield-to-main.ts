/** Resolves after the browser has handled pending input and painting. */
export function yieldToMain(): Promise<void> {
  // A timer without a delay yields too, but resumes later.
  return "scheduler" in globalThis && "yield" in scheduler
    ? scheduler.yield()
    : new Promise((resolve) => setTimeout(resolve));
}
