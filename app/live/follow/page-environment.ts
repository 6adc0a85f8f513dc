/** Whether the page is online and in the foreground. */
export type PageEnvironment = Readonly<{
  isOnline: () => boolean;
  isVisible: () => boolean;
  /** Calls `onChange` when either changes, until the signal aborts. */
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
