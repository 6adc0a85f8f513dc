// npm run lighthouse: measures pages of the built shop as a phone on slow 4G would see them, and writes the results to
// docs/performance.md. It fails if a page misses what the shop promises.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Request } from "@playwright/test";
import { format } from "prettier";
import { z } from "zod";
import { markdownTable } from "../../bench/figures/table.ts";
import { addresses } from "../../app/shop/addresses.ts";
import { sampleCoffees } from "../../catalogue/sample-coffees.ts";
import { temporaryFolder } from "../../drills/kit/spawned-shop.ts";
import { openTestShop } from "../../test/servers/open-test-shop.ts";
import { findChromium, launchChromium, lighthouseArguments } from "../set-up/find-chromium.ts";
import { installLocked } from "../set-up/install-locked.ts";
import { misunderstood, readArguments, runProgram } from "../read-arguments.ts";

const helpText = `npm run lighthouse             three runs of home and of a coffee's page in both languages; the medians go to docs/performance.md
npm run lighthouse -- --runs 5 as many runs of each
npm run lighthouse -- --dry    prints only`;

const folder = fileURLToPath(new URL(".", import.meta.url));
const performancePage = fileURLToPath(new URL("../../docs/performance.md", import.meta.url));
const usualRuns = 3;
/** The time from when a page has hydrated until it has requested all pictures near its first view. */
const settledMs = 1_500;

/** Limits Lighthouse's wait for an idle network, which the stream of changes prevents. All else loads well before. */
const waitMs = 15_000;

/** The limits that every measured page must keep. */
const promised = {
  performance: 98,
  others: 100,
  largestPaintMs: 1_600,
  layoutShift: 0.005,
  firstViewBytes: 120_000,
};

/** `mainPicture` matches the photograph that must be the largest contentful paint. */
type MeasuredPage = Readonly<{ name: string; path: string; mainPicture: RegExp }>;

/** The window whose pictures are counted. */
const phone = { viewport: { width: 375, height: 812 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

const score = z.object({ score: z.number() });
const audit = z.object({
  title: z.string(),
  score: z.number().nullable(),
  scoreDisplayMode: z.string(),
  displayValue: z.string().optional(),
  metricSavings: z.record(z.string(), z.number()).optional(),
});
const measure = audit.extend({ numericValue: z.number() });
const report = z.object({
  categories: z.object({ performance: score, accessibility: score, "best-practices": score, seo: score }),
  audits: z
    .object({
      "first-contentful-paint": measure,
      "largest-contentful-paint": measure,
      "cumulative-layout-shift": measure,
      "total-blocking-time": measure,
      "lcp-breakdown-insight": audit.extend({
        details: z.object({ items: z.array(z.looseObject({ snippet: z.string().optional() })) }),
      }),
    })
    .catchall(audit),
});

type Run = ReturnType<typeof readReport>;
type Pictures = Readonly<{ visibleBytes: number; visible: number; requestedBytes: number; requested: number }>;

type Result = Readonly<{ page: MeasuredPage; run: Run; pictures: Pictures }>;

async function main(): Promise<void> {
  const values = readArguments(helpText, { options: { runs: { type: "string" }, dry: { type: "boolean" } } }).values;
  const runs = Number(values.runs ?? usualRuns);
  if (!Number.isInteger(runs) || runs < 1) misunderstood(helpText, "--runs must be a whole number above 0.");
  const executablePath = findChromium();
  if (!executablePath) throw new Error("There is no Chromium; npm test brings one.");
  installLocked(folder, "Installing Lighthouse");

  await using shop = await openTestShop({ firstCoffees: sampleCoffees });
  const [first] = (await shop.store.list()).coffees;
  if (!first) throw new Error("The sample catalogue is empty.");
  const home = { path: addresses.home, mainPicture: /data-photograph="hero-/ };
  const coffee = { path: addresses.coffeeDetails(first.id), mainPicture: /^<img / };
  const inBangla = ({ path, mainPicture }: Omit<MeasuredPage, "name">) => ({ path: `${path}?lang=bn`, mainPicture });
  const pages: readonly MeasuredPage[] = [
    { name: "Home", ...home },
    { name: "Home in Bangla", ...inBangla(home) },
    { name: "Coffee details", ...coffee },
    { name: "Coffee details in Bangla", ...inBangla(coffee) },
  ];
  const results: Result[] = [];
  for (const page of pages) {
    const url = shop.url + page.path;
    // The first documents of a process are rendered more slowly than all others.
    for (let count = 0; count < 5; count++) await (await fetch(url)).text();
    const pictures = await picturesOf(url);
    const measured: Run[] = [];
    for (let count = 1; count <= runs; count++) {
      // Now and then Chromium records a load without its beginning, and Lighthouse cannot measure it.
      const run = (await runLighthouse(url, executablePath)) ?? (await runLighthouse(url, executablePath));
      if (!run) throw new Error("Lighthouse failed twice; its output above says why.");
      console.log(`${page.name}, run ${count} of ${runs}: ${describe(run)}`);
      measured.push(run);
    }
    const result = { page, run: median(measured), pictures };
    console.log(`${page.name}, the median: ${describe(result.run)}`);
    for (const advice of result.run.advice) console.log(`  Lighthouse: ${advice}`);
    results.push(result);
  }
  const table = tablesOf(results);
  console.log(`\n${await formatted(table)}`);
  if (!values.dry) await writeTables(table);
  const missed = results.flatMap(missedBy);
  for (const line of missed) console.error(`✗ ${line}`);
  process.exitCode = missed.length === 0 ? 0 : 1;
  if (missed.length === 0) console.log("✓ every page keeps what is promised");
}

async function runLighthouse(url: string, chromePath: string): Promise<Run | undefined> {
  await using output = await temporaryFolder("lighthouse");
  const file = join(output.path, "report.json");
  const program = join(folder, "node_modules", "lighthouse", "cli", "index.js");
  const args = [
    url,
    "--quiet",
    "--output=json",
    `--output-path=${file}`,
    "--no-enable-error-reporting",
    `--max-wait-for-load=${waitMs}`,
    "--form-factor=mobile",
    "--throttling-method=simulate",
    "--only-categories=performance,accessibility,best-practices,seo",
    `--chrome-flags=${["--headless=new", ...lighthouseArguments].join(" ")}`,
  ];
  const env = { ...process.env, CHROME_PATH: chromePath };
  const child = spawn(process.execPath, [program, ...args], { env, stdio: ["ignore", "inherit", "inherit"] });
  const [exitCode] = await once(child, "exit");
  return exitCode === 0 ? readReport(JSON.parse(readFileSync(file, "utf8"))) : undefined;
}

function readReport(json: unknown) {
  const { categories, audits } = report.parse(json);
  const element = audits["lcp-breakdown-insight"].details.items.find(({ snippet }) => snippet !== undefined);
  return {
    performance: hundredths(categories.performance),
    accessibility: hundredths(categories.accessibility),
    bestPractices: hundredths(categories["best-practices"]),
    seo: hundredths(categories.seo),
    firstPaintMs: audits["first-contentful-paint"].numericValue,
    largestPaintMs: audits["largest-contentful-paint"].numericValue,
    largestElement: element?.snippet ?? "",
    layoutShift: audits["cumulative-layout-shift"].numericValue,
    blockingMs: audits["total-blocking-time"].numericValue,
    /** What Lighthouse suggests to improve, and by how much. */
    advice: Object.values(audits).flatMap((value) => adviceOf(value)),
  };
}

/** The audit as advice if it fails or could save time. */
function adviceOf({ title, score: share, scoreDisplayMode, displayValue, metricSavings }: z.infer<typeof audit>) {
  if (share === null || share === 1 || (!metricSavings && scoreDisplayMode !== "binary")) return [];
  const savings = Object.entries(metricSavings ?? {}).filter(([, ms]) => ms > 0);
  return [[title, displayValue, ...savings.map(([metric, ms]) => `${metric} ${ms} ms`)].filter(Boolean).join("; ")];
}

function hundredths({ score: share }: z.infer<typeof score>): number {
  return Math.round(share * 100);
}

function median(runs: readonly Run[]): Run {
  const sorted = runs.toSorted((a, b) => a.performance - b.performance || b.largestPaintMs - a.largestPaintMs);
  const middle = sorted[Math.floor((sorted.length - 1) / 2)];
  if (!middle) throw new Error("There was no run.");
  return middle;
}

/** The pictures that a phone fetches without scrolling, and those of them that it shows. */
async function picturesOf(url: string): Promise<Pictures> {
  await using browser = await launchChromium();
  const page = await browser.newPage(phone);
  const requests: Request[] = [];
  page.on("requestfinished", (request) => {
    if (request.resourceType() === "image" && request.url().startsWith("http")) requests.push(request);
  });
  const isAlive = page.waitForRequest((request) => new URL(request.url()).pathname === "/coffee");
  await page.goto(url);
  await isAlive;
  await page.waitForTimeout(settledMs);
  const shown = await page.evaluate(() =>
    Array.from(document.images)
      .filter((image) => {
        const { top, bottom } = image.getBoundingClientRect();
        return bottom > 0 && top < innerHeight && image.checkVisibility();
      })
      .map((image) => image.currentSrc),
  );
  const visible = requests.filter((request) => shown.includes(request.url()));
  return {
    requested: requests.length,
    requestedBytes: await bytesOf(requests),
    visible: visible.length,
    visibleBytes: await bytesOf(visible),
  };
}

async function bytesOf(requests: readonly Request[]): Promise<number> {
  const sizes = await Promise.all(requests.map((request) => request.sizes()));
  return sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0);
}

function missedBy({ page, run, pictures }: Result): readonly string[] {
  const { performance, others, largestPaintMs, layoutShift, firstViewBytes } = promised;
  const wrong: readonly (string | false)[] = [
    run.performance < performance && `performance is ${run.performance}, below ${performance}`,
    run.accessibility < others && `accessibility is ${run.accessibility}`,
    run.bestPractices < others && `best practices are ${run.bestPractices}`,
    run.seo < others && `SEO is ${run.seo}`,
    run.largestPaintMs > largestPaintMs &&
      `the largest paint comes after ${seconds(run.largestPaintMs)}, later than ${seconds(largestPaintMs)}`,
    !page.mainPicture.test(run.largestElement) && `the largest paint is not the main picture: ${run.largestElement}`,
    run.layoutShift >= layoutShift && `what is seen shifts by ${run.layoutShift.toFixed(2)}`,
    pictures.visibleBytes > firstViewBytes &&
      `the pictures of the first view are ${kilobytes(pictures.visibleBytes)}, more than ${kilobytes(firstViewBytes)}`,
  ];
  return wrong.filter((line) => line !== false).map((line) => `${page.name}: ${line}`);
}

function describe(run: Run): string {
  const { performance, accessibility, bestPractices, seo } = run;
  return `${[performance, accessibility, bestPractices, seo].join("/")}, FCP ${seconds(run.firstPaintMs)}, LCP ${seconds(run.largestPaintMs)}, CLS ${run.layoutShift.toFixed(2)}, TBT ${milliseconds(run.blockingMs)}`;
}

function tablesOf(results: readonly Result[]): string {
  const tables: readonly [head: readonly string[], cellsOf: (result: Result) => readonly (string | number)[]][] = [
    [
      ["performance", "accessibility", "best practices", "SEO"],
      ({ run }) => [run.performance, run.accessibility, run.bestPractices, run.seo],
    ],
    [
      ["first paint (FCP)", "largest paint (LCP)", "what that is", "shift (CLS)", "blocked (TBT)"],
      ({ run }) => [
        seconds(run.firstPaintMs),
        seconds(run.largestPaintMs),
        elementName(run.largestElement),
        run.layoutShift.toFixed(2),
        milliseconds(run.blockingMs),
      ],
    ],
    [
      ["pictures in the first view", "pictures fetched before any scrolling"],
      ({ pictures: { visible, visibleBytes, requested, requestedBytes } }) => [
        `${visible}, ${kilobytes(visibleBytes)}`,
        `${requested}, ${kilobytes(requestedBytes)}`,
      ],
    ],
  ];
  return tables
    .map(([head, cellsOf]) => {
      const rows = results.map((result) => [result.page.name, ...cellsOf(result).map(String)]);
      return markdownTable({ head: ["page", ...head], words: 1, figures: head.length, rows });
    })
    .join("\n\n");
}

/** A photograph by its name, anything else by its tag. */
function elementName(snippet: string): string {
  const [, photograph] = /data-photograph="([^"]+)"/.exec(snippet) ?? [];
  const [, tag = "nothing"] = /^<(\w+)/.exec(snippet) ?? [];
  return photograph ? `the photograph ${photograph}` : `\`<${tag}>\``;
}

const seconds = (ms: number) => `${(ms / 1_000).toFixed(2)} s`;
const milliseconds = (ms: number) => `${Math.round(ms)} ms`;
const kilobytes = (bytes: number) => `${Math.round(bytes / 1_000)} KB`;

async function writeTables(tables: string): Promise<void> {
  const [begin, end] = ["<!-- measured -->", "<!-- /measured -->"];
  const text = readFileSync(performancePage, "utf8");
  const [before, rest] = text.split(begin);
  const after = rest?.split(end)[1];
  if (before === undefined || after === undefined) throw new Error(`docs/performance.md has no ${begin} … ${end}.`);
  writeFileSync(performancePage, await formatted(`${before}${begin}\n\n${tables}\n\n${end}${after}`));
}

function formatted(markdown: string): Promise<string> {
  return format(markdown, { parser: "markdown", printWidth: 120 });
}

await runProgram(main);
