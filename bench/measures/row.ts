import type { Latency } from "../figures/percentiles.ts";

/** The figures of one peer in one slot of one round. */
export type Figures = Readonly<{
  /** Answered requests per second. */
  perSecond: number;
  latency: Latency;
  /** CPU time of all the server's processes for one request; undefined if the system does not report it. */
  cpuMicros: number | undefined;
  /** The generator's share of a core. */
  generatorShare: number;
}>;

export type PeerFigures = Readonly<{
  peer: string;
  /** In order; undefined if no request was answered. A peer that failed or was too slow has fewer. */
  rounds: readonly (Figures | undefined)[];
  /** Says if the peer was too slow for more than one request, or failed, and why. */
  note?: string;
}>;

export type Row = Readonly<{ name: string; size: number; peers: readonly PeerFigures[] }>;

/** Start-up and memory of one peer at one size. Times are in milliseconds, one for each start. */
export type Footprint = Readonly<{
  peer: string;
  size: number;
  oneMs: readonly number[];
  listMs: readonly number[];
  restBytes: number | undefined;
  /** The part of `restBytes` that holds no file. */
  ownBytes: number | undefined;
  peakBytes: number | undefined;
}>;

export type Results = Readonly<{ reads: Row[]; writes: Row[]; paced: Row[]; footprints: Footprint[] }>;

/** The peer that all ratios divide by. */
export const limitName = "bare";
