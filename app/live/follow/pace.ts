/** Timing of the connection, in milliseconds. */
export type Pace = Readonly<typeof defaultPace>;

export const defaultPace = {
  /** The pause between two streams: the first and the longest. */
  firstWaitMs: 1_000,
  lastWaitMs: 60_000,
  /** A stream without data for this long is broken: the server sends a heartbeat more than twice in it. */
  silenceMs: 45_000,
  /** After this many streams in a row without data, poll the log instead. */
  emptyStreamLimit: 3,
  pollMs: 30_000,
  hiddenPollMs: 120_000,
  /** How long to poll the log before trying a stream again. */
  pollingMs: 300_000,
};
