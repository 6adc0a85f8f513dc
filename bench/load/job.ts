import type { Latency } from "../figures/percentiles.ts";

/** What the first reply of each request must be, once decoded. */
export type Check = "a list" | "one coffee" | "a page" | "unchanged";

export type ReadJob = Readonly<{
  kind: "read";
  port: number;
  /** Whole requests; the connections send them in turn. */
  requests: readonly string[];
  check: Check;
  /** Pages hold a nonce, so that their compressed length differs by some bytes. */
  isSameLength: boolean;
  connections: number;
  seconds: number;
}>;

export type WriteMethod = "POST" | "PUT" | "DELETE";

export type WriteJob = Readonly<{
  kind: "write";
  port: number;
  /** Each writer goes through them, over and over. */
  methods: readonly WriteMethod[];
  /** Names the ids that POST has left for PUT and DELETE of later jobs. */
  pool: string;
  writers: number;
  seconds: number;
}>;

export type Stream = Readonly<{
  name: string;
  perSecond: number;
  /** Whole requests, sent in turn; or the ids of coffees that are changed in turn. */
  requests?: readonly string[];
  puts?: readonly string[];
  status: number;
}>;

/** Requests are sent when their time has come, whether the ones before were answered or not. */
export type PacedJob = Readonly<{ kind: "paced"; port: number; streams: readonly Stream[]; seconds: number }>;

export type Job = ReadJob | WriteJob | PacedJob;

export type LoadResult = Readonly<{
  answered: number;
  seconds: number;
  latency: Latency;
  /** The generator's own share of one core: near 1 it is the generator that is measured. */
  generatorShare: number;
}>;

export type StreamResult = Readonly<{
  name: string;
  /** From the time at which each was due, in milliseconds. */
  times: readonly number[];
  /** Those of them that were not answered when patience ended: their times are as long as was waited. */
  unanswered: number;
}>;

export type Outcome = Readonly<
  | { kind: "load"; result: LoadResult }
  | { kind: "paced"; streams: readonly StreamResult[] }
  | { kind: "failed"; why: string }
>;
