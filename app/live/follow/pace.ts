/** How eagerly a page follows, in milliseconds. */
export type Pace = Readonly<typeof defaultPace>;

export const defaultPace = {
  /** Between two streams: at first, and at most. */
  firstWaitMs: 1_000,
  lastWaitMs: 60_000,
  /** More than two heartbeats of the server. */
  silenceMs: 45_000,
  /** After so many streams that brought nothing, one in a row after the other, the log is asked for instead. */
  emptyStreamLimit: 3,
  pollMs: 30_000,
  hiddenPollMs: 120_000,
  /** So long the log is asked for, before a stream is tried again. */
  pollingMs: 300_000,
};
