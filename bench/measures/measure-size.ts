import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Children } from "../machine/children.ts";
import type { Options } from "../options.ts";
import type { Peer } from "../peers/peer.ts";
import { makePlace } from "../peers/place.ts";
import { preparePlace } from "../peers/prepare-place.ts";
import { footprintName, footprintOf, footprintOfNode, startAll } from "./footprints.ts";
import { measureOrdinaryLoad, mostInOrdinaryLoad, ordinaryLoadName } from "./ordinary-load.ts";
import { measurePaced, measureStall, pacedRowNames, stallRowNames } from "./paced-rows.ts";
import { measureReads, readRowNames } from "./read-rows.ts";
import type { Results } from "./row.ts";
import type { Run } from "./run.ts";
import { tryWrites } from "./try-writes.ts";
import { measureWrites, writeRowNames } from "./write-rows.ts";

/** The names of all rows at one size. */
export function rowNamesAt(size: number, options: Options): readonly string[] {
  return [footprintName, ...readRowNames, ...writtenRowNamesAt(size, options)];
}

function writtenRowNamesAt(size: number, { sizes, writeSizes }: Options): readonly string[] {
  return [
    ...(writeSizes.includes(size) ? [...writeRowNames, ...pacedRowNames] : []),
    ...(writeSizes.includes(size) && size <= mostInOrdinaryLoad ? [ordinaryLoadName] : []),
    ...(size === Math.max(...sizes) ? stallRowNames : []),
  ];
}

/** Measures everything at one size, and adds the figures to `results`. */
export async function measureSize(
  run: Run,
  children: Children,
  peers: readonly Peer[],
  folder: string,
  size: number,
  results: Results,
): Promise<void> {
  const { options } = run;
  if (!run.isAnyAsked(rowNamesAt(size, options))) return;
  run.tell(`${size} coffees: the shop is filled`);
  const place = makePlace(folder, size);
  const sample = await preparePlace(children, place);
  for (const peer of peers) await peer.fill(place);
  const started = await startAll(run, children, peers, place, sample);
  const servers = started.map(({ server }) => server);
  results.reads.push(...(await measureReads(run, servers, sample, size)));
  if (run.isAnyAsked(writtenRowNamesAt(size, options))) {
    const writable = await tryWrites(run, servers, size);
    if (options.writeSizes.includes(size)) {
      results.writes.push(...(await measureWrites(run, writable, size)));
      results.writes.push(...(await measureOrdinaryLoad(run, writable, sample, size)));
      results.paced.push(...(await measurePaced(run, servers, writable, sample, size)));
    }
    if (size === Math.max(...options.sizes)) results.paced.push(...(await measureStall(run, writable, sample, size)));
  }
  if (run.isAsked(footprintName)) {
    results.footprints.push(...started.map((each) => footprintOf(each, size)));
    results.footprints.push(footprintOfNode(size, run.options.rounds));
  }
  for (const server of servers) await server.close();
  rmSync(join(folder, String(size)), { recursive: true, force: true });
}
