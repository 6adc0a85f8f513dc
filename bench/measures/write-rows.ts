import type { WriteMethod } from "../load/job.ts";
import type { Server } from "../peers/server.ts";
import { measureLoad } from "./measure-load.ts";
import type { Figures, PeerFigures, Row } from "./row.ts";
import type { Run } from "./run.ts";
import { writeJob, writeMethods, type Writable } from "./try-writes.ts";

const usualWriters = [1, 16, 64];

/** The names of all possible rows. */
export const writeRowNames = usualWriters.flatMap((writers) =>
  writeMethods.map((method) => writeRowName(method, writers)),
);

/** Deletes the coffees that are left over if a server deletes more slowly than it adds. */
const clearing = { writers: 16, seconds: 3 };

/** Measures writes by one writer and by many. Each writer waits for a reply before it sends the next write. */
export async function measureWrites(run: Run, { quick, slow }: Writable, size: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (const writers of run.options.writers) {
    const nameOf = (method: WriteMethod) => writeRowName(method, writers);
    if (!writeMethods.some((method) => run.isAsked(nameOf(method)))) continue;
    const measured = await measureMethods(run, quick, size, writers);
    // A server that takes no part in the rounds is reported once.
    const slowNotes = writers === run.options.writers[0] ? [...slow.values()] : [];
    for (const [at, method] of writeMethods.entries()) {
      const peers = [...measured, ...slowNotes].map((each) => each[at]).filter((each) => each !== undefined);
      rows.push({ name: nameOf(method), size, peers });
    }
  }
  return rows.filter(({ name }) => run.isAsked(name));
}

function writeRowName(method: WriteMethod, writers: number): string {
  return `${method}, ${writers} ${writers === 1 ? "writer" : "writers"}`;
}

/** For each server, the figures of each method. The three run in order: each needs what the one before left. */
async function measureMethods(
  run: Run,
  servers: readonly Server[],
  size: number,
  writers: number,
): Promise<readonly (readonly PeerFigures[])[]> {
  const { rounds, seconds } = run.options;
  const figures = new Map(servers.map((server) => [server, writeMethods.map((): (Figures | undefined)[] => [])]));
  const failed = await run.rounds(`writes, ${writers} at a time`, size, servers, rounds, async (server) => {
    for (const [at, method] of writeMethods.entries()) {
      const job = writeJob(server, [method], writers, seconds);
      figures.get(server)?.[at]?.push(await measureLoad(run.generator, server, job));
    }
    await run.generator.load(writeJob(server, ["DELETE"], clearing.writers, clearing.seconds));
  });
  return servers.map((server) =>
    (figures.get(server) ?? []).map((measured) => ({
      peer: server.peer.name,
      rounds: measured,
      ...(failed.has(server) && { note: "failed" }),
    })),
  );
}
