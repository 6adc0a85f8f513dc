import { setTimeout as delay } from "node:timers/promises";
import type { Children } from "../machine/children.ts";
import { readProcessTree } from "../machine/process-tree.ts";
import type { Peer } from "../peers/peer.ts";
import type { Place } from "../peers/place.ts";
import type { Sample } from "../peers/prepare-place.ts";
import { openServer, type Server } from "../peers/server.ts";
import type { Footprint } from "./row.ts";
import type { Run } from "./run.ts";

export const footprintName = "start-up and memory";

/** An open server, the times of all its starts, and its memory in bytes once it was at rest. */
export type Started = Readonly<{
  server: Server;
  starts: readonly Server[];
  restBytes: number | undefined;
}>;

/** How long a server gets after its start to come to rest. */
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
  await delay(restMs);
  return [...starts.values()].flatMap((servers) => {
    const server = servers.at(-1);
    return server ? [{ server, starts: servers, restBytes: readProcessTree(server.processId)?.residentBytes }] : [];
  });
}

/** `peakBytes` is the most memory that the server has held until now. */
export function footprintOf({ server, starts, restBytes }: Started, size: number): Footprint {
  return {
    peer: server.peer.name,
    size,
    oneMs: starts.map(({ oneMs }) => oneMs),
    listMs: starts.map(({ listMs }) => listMs),
    restBytes,
    peakBytes: readProcessTree(server.processId)?.peakBytes,
  };
}
