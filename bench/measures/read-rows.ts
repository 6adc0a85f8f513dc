import type { Check, ReadJob } from "../load/job.ts";
import { requestText } from "../load/request-text.ts";
import type { Ability } from "../peers/peer.ts";
import { acceptEncodings, askAtRest, type Coding, type Sample } from "../peers/prepare-place.ts";
import type { Server } from "../peers/server.ts";
import { measureLoad, onceSeconds, slowMs, slowTogetherMs } from "./measure-load.ts";
import type { Figures, PeerFigures, Row } from "./row.ts";
import type { Run } from "./run.ts";

type ReadRow = Readonly<{
  name: string;
  needs: readonly Ability[];
  what: "list" | "one" | "home";
  coding: Coding;
  isUnchanged?: boolean;
}>;

const readRows: readonly ReadRow[] = [
  { name: "GET /coffee identity", needs: ["list"], what: "list", coding: "identity" },
  { name: "GET /coffee gzip", needs: ["list", "gzip"], what: "list", coding: "gzip" },
  { name: "GET /coffee br", needs: ["list", "br"], what: "list", coding: "br" },
  { name: "GET /coffee 304", needs: ["list", "unchanged"], what: "list", coding: "br", isUnchanged: true },
  { name: "GET /coffee/{id}", needs: ["one"], what: "one", coding: "br" },
  { name: "home br", needs: ["home", "br"], what: "home", coding: "br" },
  { name: "home gzip", needs: ["home", "gzip"], what: "home", coding: "gzip" },
  { name: "home identity", needs: ["home"], what: "home", coding: "identity" },
];

export const readRowNames = readRows.map(({ name }) => name);

/** Until V8 has optimised the code of a request, each request costs twice as much. */
const warmSeconds = 0.8;
const connections = { one: 32, home: 4 };

/** Measures reads of every kind, as fast as each server answers. */
export async function measureReads(run: Run, servers: readonly Server[], sample: Sample, size: number): Promise<Row[]> {
  const rows: Row[] = [];
  for (const row of readRows) {
    if (!run.isAsked(row.name)) continue;
    const able = servers.filter(({ peer }) => row.needs.every((ability) => peer.abilities.has(ability)));
    if (row.what !== "home" || sample.slowHomeMs === undefined)
      rows.push(await measureRow(run, row, able, sample, size));
    else if (row.coding === "identity") rows.push(tellSlowHome(row, size, sample.slowHomeMs));
  }
  return rows;
}

async function measureRow(
  run: Run,
  row: ReadRow,
  servers: readonly Server[],
  sample: Sample,
  size: number,
): Promise<Row> {
  const jobs = new Map<Server, ReadJob>();
  const slow: PeerFigures[] = [];
  for (const server of servers) {
    run.tell(`${size} coffees, ${row.name}: ${server.peer.name} warms up`);
    try {
      const job = await jobFor(run, row, server, sample, size);
      const [request = ""] = job.requests;
      await askAtRest(server.port, request, job.check, row.coding);
      // With 0 connections, only the first replies are read and checked.
      await run.generator.load({ ...job, connections: 0 });
      const single = await measureLoad(run.generator, server, { ...job, connections: 1, seconds: onceSeconds });
      const tookMs = single?.latency.p50 ?? 0;
      if (single && (tookMs > slowMs || tookMs * job.connections > slowTogetherMs))
        slow.push({ peer: server.peer.name, rounds: [single], note: "one request" });
      else {
        await run.generator.load({ ...job, seconds: warmSeconds });
        jobs.set(server, job);
      }
    } catch (error) {
      slow.push({ peer: server.peer.name, rounds: [], note: run.failure(`${row.name}, ${server.peer.name}`, error) });
    }
  }
  const measured = await run.interleave(row.name, size, [...jobs.keys()], async (server) => {
    const job = jobs.get(server);
    return job && measureLoad(run.generator, server, job);
  });
  return { name: row.name, size, peers: inOrder(servers, [...measured, ...slow]) };
}

/** Sorts the figures by the order of the servers. */
function inOrder(servers: readonly Server[], figures: readonly PeerFigures[]): readonly PeerFigures[] {
  return servers.flatMap(({ peer }) => figures.filter((each) => each.peer === peer.name));
}

async function jobFor(run: Run, row: ReadRow, { port }: Server, sample: Sample, size: number): Promise<ReadJob> {
  const paths = { list: ["/coffee"], home: ["/"], one: sample.ids.map((id) => `/coffee/${id}`) }[row.what];
  const checks = { list: "a list", home: "a page", one: "one coffee" } as const;
  const acceptEncoding = acceptEncodings[row.coding];
  const check: Check = row.isUnchanged ? "unchanged" : checks[row.what];
  const ifNoneMatch = row.isUnchanged ? await tagOf(port, "/coffee", acceptEncoding) : undefined;
  const isNavigation = row.what === "home";
  return {
    kind: "read",
    port,
    requests: paths.map((path) => requestText({ path, port, acceptEncoding, ifNoneMatch, isNavigation })),
    check,
    isSameLength: row.what !== "home",
    connections: row.isUnchanged
      ? connections.one
      : row.what === "list"
        ? listConnections(size)
        : connections[row.what],
    seconds: run.options.seconds,
  };
}

/** Large lists get fewer connections: many large replies at once slow each other down, in the generator too. */
function listConnections(size: number): number {
  if (size <= 1_000) return 32;
  return size <= 10_000 ? 8 : 4;
}

/** The current ETag, or a text of the usual length if the server sends none. */
export async function tagOf(port: number, path: string, acceptEncoding: string): Promise<string> {
  const reply = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { "accept-encoding": acceptEncoding } });
  await reply.arrayBuffer();
  return reply.headers.get("etag") ?? '"100000.0123456789abcdef-br"';
}

function tellSlowHome(row: ReadRow, size: number, ms: number): Row {
  const latency = { p50: ms, p99: ms, p999: ms, worst: ms };
  const single: Figures = { perSecond: 1_000 / ms, latency, cpuMicros: undefined, generatorShare: 0 };
  return { name: row.name, size, peers: [{ peer: "ours", rounds: [single], note: "one request, the first" }] };
}
