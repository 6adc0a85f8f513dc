/** What decides whether, and how eagerly, a page follows the shop. */
export type PageEnvironment = Readonly<{
  isOnline: () => boolean;
  isVisible: () => boolean;
  /** Calls `onChange` whenever either has changed, until the signal. */
  watch: (onChange: () => void, signal: AbortSignal) => void;
}>;

export const thisPage: PageEnvironment = {
  isOnline: () => navigator.onLine,
  isVisible: () => document.visibilityState === "visible",
  watch: (onChange, signal) => {
    for (const event of ["online", "offline"]) addEventListener(event, onChange, { signal });
    document.addEventListener("visibilitychange", onChange, { signal });
  },
};
