import { spawnSync } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import type { Children } from "../machine/children.ts";
import { readProcessTree, type ProcessTree } from "../machine/process-tree.ts";
import type { Peer } from "../peers/peer.ts";
import type { Place } from "../peers/place.ts";
import type { Sample } from "../peers/prepare-place.ts";
import { openServer, type Server } from "../peers/server.ts";
import type { Footprint } from "./row.ts";
import type { Run } from "./run.ts";

export const footprintName = "start-up and memory";

/** An open server, the times of all its starts, and its memory once it was at rest. */
export type Started = Readonly<{
  server: Server;
  starts: readonly Server[];
  rest: ProcessTree | undefined;
}>;

/** How many lists a server sends after its start, and how long it then gets to come to rest. */
const listCount = 50;
const restMs = 1_500;

/** Starts every server in turn, in each round if start-up is measured, else once; leaves them open. */
export async function startAll(
  run: Run,
  children: Children,
  peers: readonly Peer[],
  place: Place,
  { ids: [firstId = ""] }: Sample,
): Promise<readonly Started[]> {
  const starts = new Map<Peer, Server[]>(peers.map((peer) => [peer, []]));
  const count = run.isAsked(footprintName) ? run.options.rounds : 1;
  for (let round = 1; round <= count; round++) {
    for (const [peer, servers] of starts) {
      run.tell(`${place.size} coffees: start ${round} of ${count}, ${peer.name}`);
      try {
        await servers.at(-1)?.close();
        servers.push(await openServer(children, peer, place, firstId));
      } catch (error) {
        run.failure(`${peer.name}, ${place.size} coffees`, error);
        starts.delete(peer);
      }
    }
  }
  for (const server of [...starts.values()].flatMap((servers) => servers.at(-1) ?? [])) {
    const url = `http://127.0.0.1:${server.port}/coffee`;
    for (let list = 0; list < listCount; list += 1) await (await fetch(url)).arrayBuffer();
  }
  await delay(restMs);
  return [...starts.values()].flatMap((servers) => {
    const server = servers.at(-1);
    return server ? [{ server, starts: servers, rest: readProcessTree(server.processId) }] : [];
  });
}

/** `peakBytes` is the most memory that the server has held until now. */
export function footprintOf({ server, starts, rest }: Started, size: number): Footprint {
  return {
    peer: server.peer.name,
    size,
    oneMs: starts.map(({ oneMs }) => oneMs),
    listMs: starts.map(({ listMs }) => listMs),
    restBytes: rest?.residentBytes,
    ownBytes: rest?.ownBytes,
    peakBytes: readProcessTree(server.processId)?.peakBytes,
  };
}

/** How long Node takes to start and to end without anything to do: no server that runs on it can be faster. */
export function footprintOfNode(size: number, rounds: number): Footprint {
  const times = Array.from({ length: rounds }, () => {
    const started = performance.now();
    spawnSync(process.execPath, ["-e", "0"]);
    return performance.now() - started;
  });
  const memory = { restBytes: undefined, ownBytes: undefined, peakBytes: undefined };
  return { peer: "node -e 0", size, oneMs: times, listMs: [], ...memory };
}
