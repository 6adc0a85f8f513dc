import { latencyOf } from "../figures/percentiles.ts";
import type { PacedJob } from "../load/job.ts";
import { requestText } from "../load/request-text.ts";
import { readProcessTree } from "../machine/process-tree.ts";
import type { Sample } from "../peers/prepare-place.ts";
import type { Server } from "../peers/server.ts";
import type { Figures, Row } from "./row.ts";
import type { Run } from "./run.ts";
import type { Writable } from "./try-writes.ts";

export const ordinaryLoadName = "ordinary load";
/** In coffees. With more, 85 lists a second are gigabytes, and the shop closes connections that read too slowly. */
export const mostInOrdinaryLoad = 10_000;

const perSecond = { lists: 17, writes: 40 };
/** Reads use every encoding, so the figures include compressing the list again after a write. */
const acceptEncodings = ["identity", "gzip", "br", "zstd", "gzip, deflate, br, zstd"];

/**
 * Measures 85 reads of the list and 40 updates a second, at even intervals: what a request costs on average, and how
 * long the reads take. The rate is the same for every server.
 */
export async function measureOrdinaryLoad(
  run: Run,
  { quick }: Writable,
  { changedIds }: Sample,
  size: number,
): Promise<Row[]> {
  if (!run.isAsked(ordinaryLoadName) || size > mostInOrdinaryLoad) return [];
  const { pacedSeconds: seconds } = run.options;
  const servers = quick.filter(({ peer }) => peer.abilities.has("list"));
  const measure = async ({ port, processId }: Server): Promise<Figures> => {
    const lists = acceptEncodings.map((acceptEncoding) => {
      const requests = [requestText({ path: "/coffee", port, acceptEncoding })];
      return { name: acceptEncoding, perSecond: perSecond.lists, requests, status: 200 };
    });
    const writes = { name: "writes", perSecond: perSecond.writes, puts: changedIds, status: 200 };
    const job: PacedJob = { kind: "paced", port, streams: [...lists, writes], seconds };
    const before = readProcessTree(processId);
    const streams = await run.generator.paced(job);
    const after = readProcessTree(processId);
    const answered = streams.reduce((sum, { times }) => sum + times.length, 0);
    return {
      perSecond: answered / seconds,
      latency: latencyOf(streams.flatMap(({ name, times }) => (name === writes.name ? [] : times))),
      cpuMicros: before && after && ((after.cpuMs - before.cpuMs) * 1_000) / answered,
      generatorShare: 0,
    };
  };
  return [{ name: ordinaryLoadName, size, peers: await run.interleave(ordinaryLoadName, size, servers, measure) }];
}
