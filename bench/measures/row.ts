import type { Latency } from "../figures/percentiles.ts";

/** What one peer did in one slot of one round. */
export type Figures = Readonly<{
  /** Answered requests in a second. */
  perSecond: number;
  latency: Latency;
  /** Of the server, all its processes, for one request; undefined where the system does not tell. */
  cpuMicros: number | undefined;
  /** The generator's share of a core. */
  generatorShare: number;
}>;

export type PeerFigures = Readonly<{
  peer: string;
  /** In their order, undefined where nothing was answered; a peer that failed or was too slow has fewer. */
  rounds: readonly (Figures | undefined)[];
  /** That it was too slow for more than one request, or failed, and why. */
  note?: string;
}>;

export type Row = Readonly<{ name: string; size: number; peers: readonly PeerFigures[] }>;

/** Of one peer at one size. Times in milliseconds, one for each start. */
export type Footprint = Readonly<{
  peer: string;
  size: number;
  oneMs: readonly number[];
  listMs: readonly number[];
  restBytes: number | undefined;
  peakBytes: number | undefined;
}>;

export type Results = Readonly<{ reads: Row[]; writes: Row[]; paced: Row[]; footprints: Footprint[] }>;

/** The peer that all ratios are to. */
export const limitName = "bare";
