// npm run perf: measures the shop beside itself as it was at the last release, and fails if requests have become slower.
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { plainTable } from "./figures/table.ts";
import { LoadGenerator } from "./load/load-generator.ts";
import { compare, tableOf, remeasureLosses } from "./losses.ts";
import { Children } from "./machine/children.ts";
import { describeMachine } from "./machine/describe-machine.ts";
import { measureOrdinaryLoad } from "./measures/ordinary-load.ts";
import { measureReads } from "./measures/read-rows.ts";
import { Run } from "./measures/run.ts";
import { tryWrites } from "./measures/try-writes.ts";
import { measureWrites } from "./measures/write-rows.ts";
import type { Options } from "./options.ts";
import { buildEarlierShop, lastRelease } from "./peers/earlier-shop.ts";
import { ours } from "./peers/ours.ts";
import { makePlace } from "./peers/place.ts";
import { preparePlace } from "./peers/prepare-place.ts";
import { openServer, type Server } from "./peers/server.ts";
import { Progress } from "./progress.ts";

const helpText = `npm run perf              compares the shop with the last release, in two minutes
npm run perf -- main~3    compares it with any commit

Both shops run in turn, 11 rounds of each row, with a thousand coffees. A row is lost if its requests take over 15 % more
processor time than before in the median, and more than before in at least ten rounds. A lost row is measured again, with
both shops started afresh; if it is lost again, the command fails. Best on a machine that does nothing else.`;

const options: Options = {
  rounds: 11,
  seconds: 0.1,
  pacedSeconds: 0.6,
  stallSeconds: 0,
  sizes: [1_000],
  writeSizes: [1_000],
  writers: [1, 64],
  only: [],
  peers: [],
  isOneCore: false,
  json: undefined,
  isMarkdown: false,
};

async function main(commit: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "niceties-perf-"));
  const children = new Children(folder);
  const progress = new Progress();
  const load = [new LoadGenerator(children), new LoadGenerator(children)] as const;
  progress.tell(`${commit} is built`);
  const peers = [ours, buildEarlierShop(children, join(folder, "before"), commit)];
  const [size = 0] = options.sizes;
  progress.tell("the shops are filled");
  const place = makePlace(folder, size);
  const sample = await preparePlace(children, place);
  for (const peer of peers) await peer.fill(place);
  const failures: string[] = [];
  const measure = async (only: readonly string[]) => {
    const run = new Run({ ...options, only }, ...load, progress);
    const servers: Server[] = [];
    for (const peer of peers) servers.push(await openServer(children, peer, place, sample.ids[0] ?? ""));
    const reads = await measureReads(run, servers, sample, size);
    const writable = await tryWrites(run, servers, size);
    const writes = await measureWrites(run, writable, size);
    const ordinary = await measureOrdinaryLoad(run, writable, sample, size);
    for (const server of servers) await server.close();
    failures.push(...run.failures);
    return compare([...reads, ...writes, ...ordinary]);
  };
  const comparisons = await remeasureLosses(measure);
  progress.clear();
  console.log(
    `${describeMachine()}\nProcessor time of a request, against ${commit}\n\n${plainTable(tableOf(comparisons))}`,
  );
  for (const line of failures) console.error(`✗ ${line}`);
  process.exit(failures.length === 0 && !comparisons.some(({ isLost }) => isLost) ? 0 : 1);
}

try {
  const { values, positionals } = parseArgs({
    options: { help: { type: "boolean", short: "h" } },
    allowPositionals: true,
  });
  const commit = positionals[0] ?? lastRelease();
  if (values.help) console.log(helpText);
  else if (commit === undefined) throw new Error(`There is no release yet: name a commit.\n\n${helpText}`);
  else await main(commit);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
