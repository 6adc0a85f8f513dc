import type { Latency } from "../figures/percentiles.ts";

/** What the first reply of each request must be, once decoded. */
export type Check = "a list" | "one coffee" | "a page" | "unchanged";

export type ReadJob = Readonly<{
  kind: "read";
  port: number;
  /** Whole requests; the connections send them in turn. */
  requests: readonly string[];
  check: Check;
  /** False for pages: they hold a nonce, so their compressed length differs by some bytes. */
  isSameLength: boolean;
  connections: number;
  seconds: number;
}>;

export type WriteMethod = "POST" | "PUT" | "DELETE";

export type WriteJob = Readonly<{
  kind: "write";
  port: number;
  /** Each writer uses them in turn, over and over. */
  methods: readonly WriteMethod[];
  /** The name of the list of ids that POST leaves for PUT and DELETE in later jobs. */
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

/** Each request is sent when it is due, even if earlier ones have no reply yet. */
export type PacedJob = Readonly<{ kind: "paced"; port: number; streams: readonly Stream[]; seconds: number }>;

export type Job = ReadJob | WriteJob | PacedJob;

export type LoadResult = Readonly<{
  answered: number;
  seconds: number;
  latency: Latency;
  /** The generator's own share of one core. Near 1, the figures measure the generator. */
  generatorShare: number;
}>;

export type StreamResult = Readonly<{
  name: string;
  /** Response times in milliseconds, each counted from when its request was due. */
  times: readonly number[];
  /** How many of the requests had no reply at the timeout. Their `times` are how long the generator waited. */
  unanswered: number;
}>;

export type Outcome = Readonly<
  | { kind: "load"; result: LoadResult }
  | { kind: "paced"; streams: readonly StreamResult[] }
  | { kind: "failed"; why: string }
>;
