// npm run bench: measures the shop beside its peers, in the same rounds on the same machine, and prints how far it is from
// the limit of its runtime. See docs/performance.md.
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LoadGenerator } from "./load/load-generator.ts";
import { Children } from "./machine/children.ts";
import { describeMachine } from "./machine/describe-machine.ts";
import { measureSize, rowNamesAt } from "./measures/measure-size.ts";
import type { Results } from "./measures/row.ts";
import { Run } from "./measures/run.ts";
import { helpText, isAsked, parseOptions, type Options } from "./options.ts";
import { leaveFirstCore, onFirstCore } from "./peers/one-core.ts";
import { choosePeers } from "./peers/peers.ts";
import { describeVersions } from "./peers/versions.ts";
import { Progress } from "./progress.ts";
import { report } from "./report.ts";

async function main(options: Options): Promise<void> {
  const names = options.sizes.flatMap((size) => rowNamesAt(size, options));
  if (!names.some((name) => isAsked(options, name)))
    throw new Error(`No row has ${options.only.join(" and ")} in its name.`);
  const machine = describeMachine();
  const { chosen: peers, leftOut } = choosePeers(options.peers);
  if (options.isOneCore) leaveFirstCore();
  const chosen = options.isOneCore ? peers.map(onFirstCore) : peers;
  const progress = new Progress();
  const folder = mkdtempSync(join(tmpdir(), "niceties-bench-"));
  const children = new Children(folder);
  const run = new Run(options, new LoadGenerator(children), new LoadGenerator(children), progress);
  const results: Results = { reads: [], writes: [], paced: [], footprints: [] };
  for (const size of options.sizes) {
    await measureSize(run, children, chosen, folder, size, results);
    // An interrupted run keeps the results of the sizes that it has finished.
    if (options.json) {
      const outcome = { machine, versions: describeVersions(), options, leftOut, failures: run.failures, results };
      writeFileSync(options.json, JSON.stringify(outcome, null, 2));
    }
  }
  progress.clear();
  const words = [
    machine,
    describeVersions(),
    ...chosen.map(({ name, about }) => `${name}: ${about}`),
    ...leftOut.map((why) => `Left out: ${why}`),
    ...(options.isOneCore ? ["Each server has one core for all its threads, and the load has the others"] : []),
    `Rounds: ${options.rounds}, each slot of ${options.seconds} s. Medians, and in brackets the least and the most of the rounds`,
  ];
  console.log(options.isMarkdown ? words.map((line) => `- ${line}`).join("\n") : words.join("\n"));
  console.log(`\n${report(results, options.isMarkdown)}`);
  for (const line of run.failures) console.error(`✗ ${line}`);
  process.exit(run.failures.length === 0 ? 0 : 1);
}

try {
  const options = parseOptions(process.argv.slice(2));
  if (options) await main(options);
  else console.log(helpText);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
