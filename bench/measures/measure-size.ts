import { rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Options } from "../options.ts";
import type { Children } from "../machine/children.ts";
import { readProcessTree } from "../machine/process-tree.ts";
import type { Peer } from "../peers/peer.ts";
import { makePlace } from "../peers/place.ts";
import { preparePlace } from "../peers/prepare-place.ts";
import { openServer, type Server } from "../peers/server.ts";
import { measurePaced, measureStall, pacedRowNames, stallRowNames } from "./paced-rows.ts";
import { measureReads, readRowNames } from "./read-rows.ts";
import type { Results } from "./row.ts";
import type { Run } from "./run.ts";
import { tryWrites } from "./try-writes.ts";
import { measureWrites, writeRowNames } from "./write-rows.ts";

/** After what it did, a server is given so long to come to rest. */
const restMs = 1_500;
const footprintName = "start-up and memory";

/** The rows that there are at one size. */
export function rowNamesAt(size: number, { sizes, writeSizes }: Options): readonly string[] {
  return [
    footprintName,
    ...readRowNames,
    ...(writeSizes.includes(size) ? [...writeRowNames, ...pacedRowNames] : []),
    ...(size === Math.max(...sizes) ? stallRowNames : []),
  ];
}

/** Everything at one size; what comes out is added to the results. */
export async function measureSize(
  run: Run,
  children: Children,
  peers: readonly Peer[],
  folder: string,
  size: number,
  results: Results,
): Promise<void> {
  if (!run.isAnyAsked(rowNamesAt(size, run.options))) return;
  run.tell(`${size} coffees: the shop is filled`);
  const place = makePlace(folder, size);
  const sample = await preparePlace(children, place);
  const servers: Server[] = [];
  const starts = new Map<Peer, Server[]>(peers.map((peer) => [peer, []]));
  const isFootprintAsked = run.isAsked(footprintName);
  const startCount = isFootprintAsked ? run.options.rounds : 1;
  for (const peer of peers) await peer.fill(place);
  for (let count = 1; count <= startCount; count++) {
    for (const peer of peers) {
      run.tell(`${size} coffees: start ${count} of ${startCount}, ${peer.name}`);
      try {
        const server = await openServer(children, peer, place, sample.ids[0] ?? "");
        starts.get(peer)?.push(server);
        if (count === startCount) servers.push(server);
        else await server.close();
      } catch (error) {
        run.failure(`${peer.name}, ${size} coffees`, error);
      }
    }
  }
  await delay(restMs);
  const rest = new Map(servers.map((server) => [server, readProcessTree(server.processId)]));
  results.reads.push(...(await measureReads(run, servers, sample, size)));
  const isWritten = run.options.writeSizes.includes(size);
  const isLargest = size === Math.max(...run.options.sizes);
  if (
    run.isAnyAsked([...(isWritten ? [...writeRowNames, ...pacedRowNames] : []), ...(isLargest ? stallRowNames : [])])
  ) {
    const writable = await tryWrites(run, servers, size);
    if (isWritten) results.writes.push(...(await measureWrites(run, writable, size)));
    if (isWritten) results.paced.push(...(await measurePaced(run, servers, writable, sample, size)));
    if (isLargest) results.paced.push(...(await measureStall(run, writable, sample, size)));
  }
  for (const server of servers) {
    const all = starts.get(server.peer) ?? [];
    if (isFootprintAsked)
      results.footprints.push({
        peer: server.peer.name,
        size,
        oneMs: all.map(({ oneMs }) => oneMs),
        listMs: all.map(({ listMs }) => listMs),
        restBytes: rest.get(server)?.residentBytes,
        peakBytes: readProcessTree(server.processId)?.peakBytes,
      });
    await server.close();
  }
  rmSync(join(folder, String(size)), { recursive: true, force: true });
}
