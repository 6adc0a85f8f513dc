import { setTimeout as delay } from "node:timers/promises";
import { latencyOf } from "../figures/percentiles.ts";
import type { PacedJob, Stream, StreamResult } from "../load/job.ts";
import { requestText } from "../load/request-text.ts";
import { acceptEncodings, type Sample } from "../peers/prepare-place.ts";
import type { Server } from "../peers/server.ts";
import { tagOf } from "./read-rows.ts";
import type { Figures, PeerFigures, Row } from "./row.ts";
import type { Run } from "./run.ts";
import { writeJob, writeMethods, type Writable } from "./try-writes.ts";

const perSecond = { reads: 250, lists: 0.5, writes: 10 };
const backgroundWriters = 64;
/** The background load begins this long before the measured load, and ends this long after it. */
const marginSeconds = 0.5;
/** Each has its own ETag, which is requested beforehand. */
const unchangedCoffees = 8;
const acceptEncoding = acceptEncodings.br;

const quietMode = "quiet";
const busyMode = `${backgroundWriters} writers`;
/** The other load during the reads of one coffee. */
const stallCases = [
  { mode: "1 writer", isWriting: true, isListing: false },
  { mode: "lists", isWriting: false, isListing: true },
  { mode: "lists and 1 writer", isWriting: true, isListing: true },
] as const;
const pacedNames = (mode: string) => [`paced GET /coffee/{id}, ${mode}`, `paced 304, ${mode}`] as const;
const stallNames = ({ mode, isListing }: (typeof stallCases)[number]) => [
  `stall of GET /coffee/{id}, ${mode}`,
  ...(isListing ? [`stall of GET /coffee br, ${mode}`] : []),
];

/** The names of all possible rows. */
export const pacedRowNames = [quietMode, busyMode].flatMap(pacedNames);
export const stallRowNames = stallCases.flatMap(stallNames);

type Paced = Readonly<{
  mode: string;
  /** One row for each stream. */
  names: readonly string[];
  servers: readonly Server[];
  rounds: number;
  measure: (server: Server) => Promise<readonly StreamResult[]>;
}>;

/** Measures reads at even intervals, without other load and then while 64 writers add, update and delete. */
export async function measurePaced(
  run: Run,
  servers: readonly Server[],
  { quick, slow }: Writable,
  { ids }: Sample,
  size: number,
): Promise<Row[]> {
  const { rounds, pacedSeconds: seconds } = run.options;
  const jobOf = async ({ port }: Server, mode: string): Promise<PacedJob> => {
    const [one, unchanged] = pacedNames(mode);
    const streams = [readsOf(one, port, ids), await unchangedReadsOf(unchanged, port, ids)];
    return { kind: "paced", port, streams, seconds };
  };
  const quiet = {
    mode: quietMode,
    names: pacedNames(quietMode),
    servers,
    rounds,
    measure: async (server: Server) => run.generator.paced(await jobOf(server, quietMode)),
  };
  const busy = {
    mode: busyMode,
    names: pacedNames(busyMode),
    servers: quick,
    rounds,
    measure: async (server: Server) => {
      // Request the ETags before the writers start: a stalled server would answer only when the writers are done.
      const reads = await jobOf(server, busyMode);
      const writes = writeJob(server, writeMethods, backgroundWriters, seconds + 2 * marginSeconds);
      const reading = delay(marginSeconds * 1_000).then(() => run.generator.paced(reads));
      const [results] = await Promise.all([reading, run.background.load(writes)]);
      return results;
    },
  };
  return [...(await measureStreams(run, size, quiet)), ...withSlow(await measureStreams(run, size, busy), slow)];
}

/** Measures how long one writer, ten times a second, delays readers of one coffee and readers of the list. */
export async function measureStall(
  run: Run,
  { quick, slow }: Writable,
  { ids, changedIds }: Sample,
  size: number,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const each of stallCases) {
    const names = stallNames(each);
    const [one = "", list = ""] = names;
    const measure = async ({ port }: Server) => {
      const requests = [requestText({ path: "/coffee", port, acceptEncoding })];
      const lists: Stream = { name: list, perSecond: perSecond.lists, requests, status: 200 };
      const writes: Stream = { name: "writes", perSecond: perSecond.writes, puts: changedIds, status: 200 };
      const streams = [
        readsOf(one, port, ids),
        ...(each.isListing ? [lists] : []),
        ...(each.isWriting ? [writes] : []),
      ];
      return run.generator.paced({ kind: "paced", port, streams, seconds: run.options.stallSeconds });
    };
    const paced = { mode: each.mode, names, servers: quick, rounds: 1, measure };
    rows.push(...withSlow(await measureStreams(run, size, paced), slow));
  }
  return rows;
}

function readsOf(name: string, port: number, ids: readonly string[]): Stream {
  const requests = ids.map((id) => requestText({ path: `/coffee/${id}`, port, acceptEncoding }));
  return { name, perSecond: perSecond.reads, requests, status: 200 };
}

async function unchangedReadsOf(name: string, port: number, ids: readonly string[]): Promise<Stream> {
  const requests: string[] = [];
  for (const id of ids.slice(0, unchangedCoffees)) {
    const path = `/coffee/${id}`;
    const ifNoneMatch = await tagOf(port, path, acceptEncoding);
    requests.push(requestText({ path, port, acceptEncoding, ifNoneMatch }));
  }
  return { name, perSecond: perSecond.reads, requests, status: 304 };
}

async function measureStreams(
  run: Run,
  size: number,
  { mode, names, servers, rounds, measure }: Paced,
): Promise<Row[]> {
  if (!names.some((name) => run.isAsked(name))) return [];
  const results = new Map<Server, (readonly StreamResult[])[]>(servers.map((server) => [server, []]));
  const failed = await run.rounds(`paced, ${mode}`, size, servers, rounds, async (server) => {
    results.get(server)?.push(await measure(server));
  });
  const rows = names.map((name) => ({
    name,
    size,
    peers: servers.map((server) => {
      const streams = (results.get(server) ?? []).flat().filter((stream) => stream.name === name);
      return figuresOf(server.peer.name, streams, failed.has(server));
    }),
  }));
  return rows.filter(({ name }) => run.isAsked(name));
}

function figuresOf(peer: string, streams: readonly StreamResult[], hasFailed: boolean): PeerFigures {
  const rounds = streams.map(({ times }): Figures => {
    return { perSecond: Number.NaN, latency: latencyOf(times), cpuMicros: undefined, generatorShare: 0 };
  });
  const unanswered = streams.reduce((sum, stream) => sum + stream.unanswered, 0);
  const note = hasFailed ? "failed" : unanswered > 0 ? `${unanswered} given up` : undefined;
  return { peer, rounds, ...(note && { note }) };
}

function withSlow(rows: readonly Row[], slow: Writable["slow"]): Row[] {
  const slowRows = [...slow.keys()].map(({ peer }) => ({ peer: peer.name, rounds: [], note: "writes too slowly" }));
  return rows.map((row) => ({ ...row, peers: [...row.peers, ...slowRows] }));
}
