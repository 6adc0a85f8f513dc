import type { ReadJob, WriteJob } from "../load/job.ts";
import type { LoadGenerator } from "../load/load-generator.ts";
import { readProcessTree } from "../machine/process-tree.ts";
import type { Server } from "../peers/server.ts";
import type { Figures } from "./row.ts";

/** A peer that takes longer for one request gets only one, instead of rounds of them. */
export const slowMs = 500;
/** So does a peer that would take longer for one request on each connection. */
export const slowTogetherMs = 4_000;
/** A slot of 0 seconds, in which each connection sends one request. */
export const onceSeconds = 0;

/** Runs one job and measures the CPU time that the server used for it. */
export async function measureLoad(
  generator: LoadGenerator,
  server: Server,
  job: ReadJob | WriteJob,
): Promise<Figures | undefined> {
  const before = readProcessTree(server.processId);
  const { answered, seconds, latency, generatorShare } = await generator.load(job);
  const after = readProcessTree(server.processId);
  if (answered === 0) return undefined;
  const cpuMs = before && after && after.cpuMs - before.cpuMs;
  return {
    perSecond: answered / seconds,
    latency,
    cpuMicros: cpuMs === undefined ? undefined : (cpuMs * 1_000) / answered,
    generatorShare,
  };
}
