import type { WriteJob, WriteMethod } from "../load/job.ts";
import type { Server } from "../peers/server.ts";
import { measureLoad, onceSeconds, slowMs } from "./measure-load.ts";
import type { PeerFigures } from "./row.ts";
import type { Run } from "./run.ts";

/** In this order, an added coffee is updated and then deleted, so the catalogue stays as large as it was. */
export const writeMethods: readonly WriteMethod[] = ["POST", "PUT", "DELETE"];

/** The servers that take part in rounds of writes, and the figures of the others: one for each method, in order. */
export type Writable = Readonly<{ quick: readonly Server[]; slow: ReadonlyMap<Server, readonly PeerFigures[]> }>;

const warming = { writers: 16, seconds: 0.3 };

/** Sends one write of each kind to each server that supports writes, and warms up those quick enough for more. */
export async function tryWrites(run: Run, servers: readonly Server[], size: number): Promise<Writable> {
  const writable = servers.filter(({ peer }) => peer.abilities.has("writes"));
  const slow = new Map<Server, readonly PeerFigures[]>();
  for (const server of writable) {
    run.tell(`${size} coffees, writes: ${server.peer.name} warms up`);
    const singles = await tryServer(run, server, size);
    if (singles) slow.set(server, singles);
  }
  return { quick: writable.filter((server) => !slow.has(server)), slow };
}

async function tryServer(run: Run, server: Server, size: number): Promise<readonly PeerFigures[] | undefined> {
  const peer = server.peer.name;
  try {
    const singles: PeerFigures[] = [];
    let isSlow = false;
    for (const method of writeMethods) {
      const figures = await measureLoad(run.generator, server, writeJob(server, [method], 1, onceSeconds));
      singles.push({ peer, rounds: figures ? [figures] : [], note: "one request" });
      isSlow ||= figures === undefined || figures.latency.p50 > slowMs;
    }
    if (isSlow) return singles;
    await run.generator.load(writeJob(server, writeMethods, warming.writers, warming.seconds));
    return undefined;
  } catch (error) {
    const note = run.failure(`writes, ${peer}, ${size} coffees`, error);
    return writeMethods.map(() => ({ peer, rounds: [], note }));
  }
}

/** Each server has its own list of ids: POST adds to it, and DELETE takes from it. */
export function writeJob(
  { peer, port }: Server,
  methods: readonly WriteMethod[],
  writers: number,
  seconds: number,
): WriteJob {
  return { kind: "write", port, methods, pool: `${peer.name} ${port}`, writers, seconds };
}
