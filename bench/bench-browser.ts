// npm run bench:browser: measures the shop's pages on a slow phone beside pages without scripts, which are the limit, and
// beside the same shop as a plain React app. See docs/performance.md.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Browser } from "@playwright/test";
import { chromiumArguments, findChromium } from "../tools/set-up/find-chromium.ts";
import { browserReport } from "./browser/browser-report.ts";
import type { Figures, SizeResults } from "./browser/browser-rows.ts";
import {
  helpText,
  onlyOursFrom,
  parseBrowserOptions,
  visitsFor,
  type BrowserOptions,
} from "./browser/browser-options.ts";
import { measureVisit } from "./browser/measure-visits.ts";
import { openStorefronts } from "./browser/open-storefronts.ts";
import { checkSameWords } from "./browser/same-words.ts";
import type { Storefront } from "./browser/storefront.ts";
import { slowPhone } from "./browser/visit.ts";
import { Children } from "./machine/children.ts";
import { describeMachine } from "./machine/describe-machine.ts";
import { buildPlainReact } from "./pages/plain-react-build.ts";
import { Progress } from "./progress.ts";

/** Timeouts of a visit in milliseconds, long enough for a list on a slow line. */
const patienceMs = { usual: 120_000, largest: 600_000 } as const;

/** With more coffees, the shop's home does not have a card for each, so its words are not compared. */
const comparedAtMost = 96;

/** From this many coffees on, each step is slow, so a visit does it only once. */
const largeFrom = 10_000;

const progress = new Progress();
const failures: string[] = [];

async function main(options: BrowserOptions): Promise<void> {
  const executablePath = findChromium();
  if (!executablePath) throw new Error("There is no Chromium; npm test brings one.");
  const machine = describeMachine();
  const folder = mkdtempSync(join(tmpdir(), "niceties-bench-browser-"));
  const children = new Children(folder);
  progress.tell("the plain React app is built");
  const built = { folder: join(folder, "plain-react"), head: await buildPlainReact(join(folder, "plain-react")) };
  await using browser = await chromium.launch({ executablePath, args: chromiumArguments });
  const { cpuTimes, downBits, upBits, latencyMs } = slowPhone;
  const about = [
    machine,
    `Chromium ${browser.version()}, ${cpuTimes} times slowed down, ${downBits / 1e6} Mbit/s down, ${upBits / 1e6} up, ${latencyMs} ms`,
    `Rounds: ${options.rounds}. Medians, and in brackets the least and the most of the rounds`,
  ];
  const results: SizeResults[] = [];
  for (const size of options.sizes) {
    const isAlone = size >= onlyOursFrom;
    progress.tell(`${size} coffees: the shop is filled`);
    const { storefronts, close } = await openStorefronts(children, folder, size, built, isAlone);
    if (size <= comparedAtMost) await checkSameWords(browser, storefronts);
    results.push(await measureSize(browser, size, storefronts, options, isAlone));
    await close();
    rmSync(join(folder, String(size)), { recursive: true, force: true });
    // An interrupted run keeps the results of the sizes that it has finished.
    if (options.json) writeFileSync(options.json, JSON.stringify({ about, options, failures, results }, null, 2));
  }
  progress.clear();
  const words = [...about, `Load of the machine when it ended: ${loadavg()[0]?.toFixed(2)}`];
  console.log(options.isMarkdown ? words.map((line) => `- ${line}`).join("\n") : words.join("\n"));
  console.log(`\n${browserReport(results, options.rows, options.isMarkdown)}`);
  for (const line of failures) console.error(`✗ ${line}`);
  process.exitCode = failures.length === 0 ? 0 : 1;
}

/** Measures all pages in turn in every round, so a slow spell of the machine slows them all. */
async function measureSize(
  browser: Browser,
  size: number,
  storefronts: readonly Storefront[],
  options: BrowserOptions,
  isAlone: boolean,
): Promise<SizeResults> {
  for (const { url } of storefronts) await warmUp(url);
  const kinds = isAlone ? (["load"] as const) : visitsFor(options);
  const rounds: Readonly<Record<string, Figures>>[] = [];
  const count = isAlone ? 1 : options.rounds;
  for (let round = 1; round <= count; round++) {
    const figures: Record<string, Figures> = {};
    for (const kind of kinds) {
      for (const storefront of storefronts) {
        const { name } = storefront;
        progress.tell(`${size} coffees, ${kind}: round ${round} of ${count}, ${name}`);
        try {
          const patience = isAlone ? patienceMs.largest : patienceMs.usual;
          const visit = { cycles: size >= largeFrom ? 1 : options.cycles, patienceMs: patience, slowness: slowPhone };
          figures[name] = { ...figures[name], ...(await measureVisit(browser, kind, storefront, visit)) };
        } catch (error) {
          failures.push(
            `${size} coffees, ${kind}, round ${round}, ${name}: ${error instanceof Error ? error.message : String(error)}`,
          );
        }
      }
    }
    rounds.push(figures);
  }
  return { size, rounds };
}

/** The first documents of a process are rendered more slowly than all others. */
async function warmUp(url: string): Promise<void> {
  for (let count = 0; count < 5; count++) {
    for (const path of ["", "add-new-coffee"]) await (await fetch(url + path)).arrayBuffer();
  }
}

try {
  const options = parseBrowserOptions(process.argv.slice(2));
  if (options) await main(options);
  else console.log(helpText);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
