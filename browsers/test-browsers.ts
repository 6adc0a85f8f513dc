// npm run test:browsers: visits the built shop in old and new browsers of several makers, and prints what each of them
// shows. It fails if a browser is missing, or if something is not as expected.
import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { addresses } from "../app/shop/addresses.ts";
import { installLocked } from "../tools/set-up/install-locked.ts";
import { misunderstood, readArguments } from "../tools/read-arguments.ts";
import { listCoffees, send } from "../drills/kit/shop-client.ts";
import { spawnShop } from "../drills/kit/spawned-shop.ts";
import { endWithThisProcess, newFolder } from "./children.ts";
import { browsers, packages } from "./find-browsers.ts";
import { openLine } from "./line.ts";
import { Lynx } from "./lynx.ts";
import { ShopPage } from "./shop-page.ts";
import { shortTurn } from "./short-turn.ts";
import { notInTextShops, textShops, textSteps } from "./text-visit.ts";
import { deviceSteps } from "./visit/device-steps.ts";
import { formSteps } from "./visit/form-steps.ts";
import { homeSteps, shortSteps } from "./visit/home-steps.ts";
import { photoSteps } from "./visit/photo-steps.ts";
import type { Shop, Steps } from "./visit/targets.ts";
import type { TestBrowser, Visitor } from "./visitor.ts";

const helpText = `npm run test:browsers                    visits the shop in every browser: ${[...Object.keys(browsers), "lynx"].join(", ")}
npm run test:browsers -- firefox webkit  only in these
npm run test:browsers -- --short         a short visit, in the browsers that are on this machine; npm run drills does this

Pictures of the pages, and of what fails, go to test-results/browsers/.`;

const pictures = fileURLToPath(new URL("../test-results/browsers", import.meta.url));
const steps: Steps = { ...shortSteps, ...homeSteps, ...formSteps, ...photoSteps, ...deviceSteps };
const stepLimitMs = 120_000;

/** Left out of a short visit: the browser in which npm test runs its browser tests, and the one that costs the most. */
const leftOutOfShort = new Set(["chromium", "floor"]);

/** By browser and step: why the browser's driver cannot do it. */
const notShown: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  webkit: {
    "print: home is a menu on paper, with every coffee and without buttons":
      "WebKitWebDriver has no command that prints",
  },
};

type VisitedShop = Omit<Shop, "expectErrors">;
type Outcome = Readonly<{ step: string; seconds: number; failure?: string; notShown?: string }>;

async function main(): Promise<void> {
  const { values, positionals } = readArguments(helpText, {
    options: { short: { type: "boolean" } },
    allowPositionals: true,
  });
  const unknown = positionals.find((name) => name !== "lynx" && !(name in browsers));
  if (unknown !== undefined) misunderstood(helpText, `There is no browser ${unknown}.`);
  if (!values.short) installLocked(packages, "Installing the old browsers");
  rmSync(pictures, { recursive: true, force: true });
  mkdirSync(pictures, { recursive: true });

  const wanted = Object.entries(browsers).filter(([name]) =>
    positionals.length > 0 ? positionals.includes(name) : !(values.short && leftOutOfShort.has(name)),
  );
  const found: (readonly [string, () => Promise<TestBrowser>])[] = [];
  const missing: string[] = [];
  for (const [name, find] of wanted) {
    const browser = find();
    if ("missing" in browser) missing.push(`${name} is not on this machine (${browser.missing}).`);
    else found.push([name, browser.open]);
  }
  const chosen = values.short ? shortSteps : steps;
  const visited: [string, readonly Outcome[]][] = [];
  const visitNext = async () => {
    for (let next = found.shift(); next; next = found.shift()) visited.push([next[0], await visitIn(...next, chosen)]);
  };
  await Promise.all([visitNext(), visitNext()]);
  if (positionals.length > 0 ? positionals.includes("lynx") : !values.short) {
    if (!existsSync("/usr/bin/lynx")) missing.push("lynx is not on this machine (Debian: apt-get install lynx).");
    else for (const name of Object.keys(textShops)) visited.push([name, await visitInLynx(name)]);
  }
  console.log(`\n${tableOf(visited)}\n`);
  for (const [name, outcomes] of visited) {
    for (const { step, notShown: why } of outcomes)
      if (why !== undefined) console.log(`Not shown in ${name}: "${step}": ${why}.`);
  }
  for (const line of missing) console.log(line);
  const failed = visited.flatMap(([, outcomes]) => outcomes.filter(({ failure }) => failure !== undefined)).length;
  const shown = visited.flatMap(([, outcomes]) => outcomes.filter((outcome) => outcome.notShown === undefined));
  const passed = shown.length - failed;
  console.log(`${passed} passed, ${failed} failed`);
  writeFileSync(`${pictures}/results.json`, JSON.stringify({ passed, failed }));
  process.exitCode = failed === 0 && (values.short || missing.length === 0) ? 0 : 1;
}

async function visitIn(name: string, open: () => Promise<TestBrowser>, chosen: Steps): Promise<readonly Outcome[]> {
  const started = performance.now();
  const { outcomes, note } = noting(name);
  try {
    await using shop = await spawnShop({ directory: newFolder("shop"), environment: { SAMPLE: "on" } });
    using _ = endWithThisProcess(shop.processId);
    await using line = await openLine(shop.url);
    await using browser = await open();
    await using visitor = await browser.newVisitor();
    await visitor.resize(1280, 900);
    const page = new ShopPage(visitor, line.url);
    const visited: VisitedShop = {
      line,
      newVisitor: browser.newVisitor,
      list: () => listCoffees(shop.url),
      call: async (method, path, body) => {
        const { isOk, status, text } = await send(shop.url, method, path, body);
        if (!isOk) throw new Error(`${method} ${path} was answered ${status}: ${text}`);
      },
    };
    for (const step of Object.entries(chosen)) note(await runStep(name, step, page, visited));
    if (chosen === steps) await takePictures(name, page, visited);
    if (shop.complaints.length > 0)
      note({ step: "the shop runs quietly", seconds: 0, failure: shop.complaints.join("\n  ") });
    console.log(
      `${outcomes.every(({ failure }) => failure === undefined) ? "✓" : "✗"} ${name} ${visitor.version}: ${secondsSince(started).toFixed(1)} s`,
    );
  } catch (error) {
    note({ step: "the browser can be visited with", seconds: secondsSince(started), failure: messageOf(error) });
  }
  return outcomes;
}

/** Collects the outcomes of the steps in one browser, and prints a failure at once. */
function noting(name: string) {
  console.log(`▸ ${name}`);
  const outcomes: Outcome[] = [];
  const note = (outcome: Outcome) => {
    outcomes.push(outcome);
    const { step, seconds, failure } = outcome;
    if (failure !== undefined) console.error(`✗ ${name}: "${step}" (${seconds.toFixed(1)} s)\n  ${failure}`);
  };
  return { outcomes, note };
}

async function visitInLynx(column: string): Promise<readonly Outcome[]> {
  const { outcomes, note } = noting(column);
  const lynx = new Lynx();
  await using shop = await textShops[column]?.();
  if (!shop) return outcomes;
  for (const [name, run] of Object.entries(textSteps)) {
    if (notInTextShops[column]?.test(name)) continue;
    const started = performance.now();
    const failure = await run(lynx, shop).then(() => undefined, messageOf);
    note({ step: name, seconds: secondsSince(started), ...(failure !== undefined && { failure }) });
  }
  const complaints = shop.complaints();
  if (complaints.length > 0) note({ step: "the shop runs quietly", seconds: 0, failure: complaints.join("\n  ") });
  return outcomes;
}

async function runStep(
  browser: string,
  [name, run]: readonly [string, Steps[string]],
  page: ShopPage,
  shop: VisitedShop,
): Promise<Outcome> {
  const why = notShown[browser]?.[name];
  if (why !== undefined) return { step: name, seconds: 0, notShown: why };
  const { visitor } = page;
  const expected = [shortTurn];
  const errorsBefore = visitor.errors.length;
  const started = performance.now();
  try {
    await within(stepLimitMs, run(page, { ...shop, expectErrors: (pattern) => void expected.push(pattern) }));
    await visitor.evaluate("''");
    const isExpected = (error: string) => expected.some((pattern) => pattern.test(error));
    const unexpected = visitor.errors.slice(errorsBefore).filter((error) => !isExpected(error));
    if (unexpected.length > 0) throw new Error(`expected: no errors; the page says: ${unexpected.join("\n    ")}`);
    return { step: name, seconds: secondsSince(started) };
  } catch (error) {
    const file = `${pictures}/${browser}-failed-${Object.keys(steps).indexOf(name) + 1}.png`;
    const lines = visitor.errors.slice(errorsBefore).map((line) => `\n    page: ${line.slice(0, 300)}`);
    const picture = await takePicture(visitor, file);
    await shop.line.join();
    await visitor.resize(1280, 900);
    return {
      step: name,
      seconds: secondsSince(started),
      failure: `${messageOf(error)}${lines.join("")}\n  ${picture}`,
    };
  }
}

/** Takes pictures of the main pages, at a phone's and a desktop's width, for people to look at. */
async function takePictures(browser: string, page: ShopPage, { list }: VisitedShop): Promise<void> {
  const coffee = (await list()).find(({ name }) => name === "Nolen Gur Latte")?._id ?? "";
  const views: Readonly<Record<string, string>> = {
    home: addresses.home,
    list: "/#products",
    bangla: "/?lang=bn",
    add: addresses.addNewCoffee,
    details: addresses.coffeeDetails(coffee),
    update: addresses.updateCoffee(coffee),
    changes: "/#changes",
    "not-found": "/nowhere",
    board: "/?board",
  };
  for (const width of [375, 1280]) {
    await page.visitor.resize(width, width === 375 ? 812 : 1000);
    for (const [name, path] of Object.entries(views)) {
      await page.open(path);
      if (name === "list") await page.run(() => document.querySelector("[role=search]")?.scrollIntoView());
      await page.run(() => new Promise((resolve) => setTimeout(resolve, 700))); // photos and fonts load
      await takePicture(page.visitor, `${pictures}/${browser}-${name}-${width}.png`);
    }
  }
}

async function takePicture(visitor: Visitor, file: string): Promise<string> {
  try {
    writeFileSync(file, await within(stepLimitMs, visitor.takeScreenshot()));
    return `picture: ${file}`;
  } catch (error) {
    return `no picture: ${messageOf(error)}`;
  }
}

async function within<Result>(limitMs: number, work: Promise<Result>): Promise<Result> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error(`expected: an end within ${limitMs / 1_000} s`)), limitMs);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** A table with a line for each step and a column for each browser: pass or failure, and seconds. */
function tableOf(visited: readonly (readonly [string, readonly Outcome[]])[]): string {
  const rows = new Set(visited.flatMap(([, outcomes]) => outcomes.map(({ step }) => step)));
  const width = Math.max(...Array.from(rows, ({ length }) => length), 0);
  const line = (first: string, cells: readonly string[]) =>
    [first.padEnd(width), ...cells.map((cell) => cell.padStart(12))].join(" ");
  const cellsOf = (row: string) => visited.map(([, outcomes]) => cellOf(outcomes.find(({ step }) => step === row)));
  const browserNames = visited.map(([name]) => name);
  return [line("", browserNames), ...Array.from(rows, (row) => line(row, cellsOf(row)))].join("\n");
}

function cellOf(outcome: Outcome | undefined): string {
  if (!outcome) return "";
  if (outcome.notShown !== undefined) return "not shown";
  return `${outcome.failure === undefined ? "✓" : "✗"} ${outcome.seconds.toFixed(1)} s`;
}

function secondsSince(started: number): number {
  return (performance.now() - started) / 1_000;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

await main();
