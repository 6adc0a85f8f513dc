// Measures how long the page takes for each key of a search, in Chromium, with its own shop. Times of the main thread
// are processor time, which a busy machine changes less; times to the result are what a visitor waits.
import { execFileSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { CDPSession, Page } from "@playwright/test";
import { latencyOf } from "../../bench/figures/percentiles.ts";
import { makeCoffees } from "../../bench/make-coffees.ts";
import { newTestPlace } from "../../test/test-place.ts";
import { launchChromium } from "../set-up/find-chromium.ts";
import { readArguments } from "../read-arguments.ts";
import { mainFile, spawnShop } from "../../drills/kit/spawned-shop.ts";
import { describeTimes, keyByKey, typedSearches } from "./typed-searches.ts";

const helpText = `node tools/search-speed/search-speed-browser.ts                    types some thirty searches key by key; build the shop first
  --coffees 10000       the number of coffees
  --rounds 3            the number of rounds; the median round of each key counts
  --slow 1,4            how many times slower the processor is, one after another
  --filters             with the filters open, which count their values at each key
  --every 1             2 takes every second search, and so on
  --worst 5             how many of the slowest keys are named`;

const { values } = readArguments(helpText, {
  options: {
    coffees: { type: "string", default: "10000" },
    rounds: { type: "string", default: "3" },
    slow: { type: "string", default: "1,4" },
    every: { type: "string", default: "1" },
    worst: { type: "string", default: "5" },
    filters: { type: "boolean", default: false },
  },
});

/** One key's longest task, all its tasks, and the time until a frame shows its result; undefined if nothing changes. */
type KeyTimes = Readonly<{ longestMs: number; allMs: number; resultMs: number | undefined }>;
type Rounds = Map<string, KeyTimes[]>;

type TraceEvent = Readonly<{ name: string; ph: string; ts: number; tid: number; dur?: number; tdur?: number }>;

declare global {
  interface Window {
    /** The last key, when it came, and when a frame showed its result. */
    typed: { key: string; at: number; shownAt: number | undefined; frames: number };
  }
}

/** Runs in the page: records each key, and each frame in which the list or its status has changed. */
function watchTyping(): void {
  window.typed = { key: "", at: 0, shownAt: undefined, frames: 0 };
  document.addEventListener(
    "input",
    ({ target, timeStamp }) => {
      if (!(target instanceof HTMLInputElement)) return;
      performance.mark(`key ${target.value}`);
      window.typed = { key: target.value, at: timeStamp, shownAt: undefined, frames: 0 };
    },
    { capture: true },
  );
  const channel = new MessageChannel();
  let changed: string | undefined;
  channel.port1.addEventListener("message", () => {
    if (changed === window.typed.key) window.typed.shownAt ??= performance.now();
    changed = undefined;
  });
  channel.port1.start();
  new MutationObserver((records) => {
    if (changed !== undefined) return;
    // Cards or words that the page adds below by itself are not the result of a key.
    const isAnswered = records.some(({ type, target, removedNodes }) => {
      const isInList = target instanceof Element && target.closest(".coffee-grid") !== null;
      return !isInList || type !== "childList" || (removedNodes.length > 0 && !target.matches(".coffee-words"));
    });
    if (!isAnswered) return;
    changed = window.typed.key;
    requestAnimationFrame(() => channel.port2.postMessage(undefined));
  }).observe(document, { subtree: true, childList: true, characterData: true });
}

async function main(): Promise<void> {
  const [count, rounds, every] = [Number(values.coffees), Number(values.rounds), Number(values.every)];
  await using place = await newTestPlace("");
  const file = join(place.directory, "coffees.json");
  await writeFile(file, JSON.stringify(makeCoffees(count, 1)));
  const env = { PATH: process.env["PATH"], DATA_DIR: place.directory };
  await using shop = await spawnShop({ directory: place.directory });
  execFileSync(process.execPath, [mainFile, "import", file, "--yes"], { env });
  await using browser = await launchChromium();
  for (const slow of values.slow.split(",").map(Number)) {
    const times: Rounds = new Map();
    for (let round = 0; round < rounds; round += 1) {
      await using context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
      const page = await context.newPage();
      await typeAll(page, shop.url, slow, every, times);
    }
    tell(slow, times);
  }
}

async function typeAll(page: Page, url: string, slow: number, every: number, times: Rounds): Promise<void> {
  await page.addInitScript(watchTyping);
  await page.goto(url);
  await page.waitForFunction(
    () => document.querySelectorAll(".coffee-words").length > 0 && !document.querySelector(".coffee-words:empty"),
    undefined,
    { polling: 200 },
  );
  const session = await page.context().newCDPSession(page);
  const field = page.getByRole("searchbox");
  if (values.filters) await page.locator(".find-filters summary").click();
  await field.focus();
  await page.keyboard.insertText("warm");
  await page.waitForFunction(() => document.querySelector(".find [role=status]")?.textContent, undefined, {
    polling: 50,
  });
  await clear(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: slow });
  for (const text of typedSearches.filter((_, at) => at % every === 0)) {
    const trace = await startTrace(session);
    const results = new Map<string, number | undefined>();
    let before = "";
    for (const typed of keyByKey(text)) {
      await page.keyboard.insertText(typed.slice(before.length));
      before = typed;
      results.set(typed, await resultOf(page, slow));
    }
    // The page updates its address in a pause of typing.
    await page.waitForTimeout(800 + 50 * slow);
    await page.evaluate(() => performance.mark("key"));
    const tasks = await trace.end();
    for (const [typed, resultMs] of results) {
      const earlier = times.get(typed) ?? [];
      times.set(typed, [...earlier, { ...tasksOf(tasks, typed), resultMs }]);
    }
    await clear(page);
    await page.waitForTimeout(400 + 50 * slow);
  }
}

async function clear(page: Page): Promise<void> {
  await page.getByRole("searchbox").fill("");
  await page.waitForFunction(() => !document.querySelector(".find [role=status]")?.textContent);
}

/** Waits as people do between two keys, or longer until the result shows. */
async function resultOf(page: Page, slow: number): Promise<number | undefined> {
  await page.waitForTimeout(60 + 30 * slow);
  return page.evaluate(async () => {
    const end = performance.now() + 300;
    while (window.typed.shownAt === undefined && performance.now() < end) await new Promise(requestAnimationFrame);
    const { at, shownAt } = window.typed;
    return shownAt === undefined ? undefined : shownAt - at;
  });
}

function isEvent(value: object): value is TraceEvent {
  return "name" in value && "ts" in value;
}

async function startTrace(session: CDPSession) {
  const events: TraceEvent[] = [];
  const take = ({ value }: Readonly<{ value: readonly object[] }>) => void events.push(...value.filter(isEvent));
  session.on("Tracing.dataCollected", take);
  await session.send("Tracing.start", {
    transferMode: "ReportEvents",
    traceConfig: { includedCategories: ["blink.user_timing", "disabled-by-default-devtools.timeline", "toplevel"] },
  });
  return {
    end: async () => {
      const ended = new Promise((resolve) => session.once("Tracing.tracingComplete", resolve));
      await session.send("Tracing.end");
      await ended;
      session.off("Tracing.dataCollected", take);
      return events;
    },
  };
}

/** The tasks from a key until the next one. A key's own task begins before its mark. */
function tasksOf(events: readonly TraceEvent[], typed: string): Pick<KeyTimes, "longestMs" | "allMs"> {
  const marks = events.filter(({ name }) => /^key( |$)/.test(name)).toSorted((one, other) => one.ts - other.ts);
  const at = marks.findIndex(({ name }) => name === `key ${typed}`);
  const [mark, next] = [marks[at], marks[at + 1]];
  if (!mark) throw new Error(`The key of ${typed} was not seen.`);
  const tasks = events
    .filter(({ name, tid, ts, dur = 0 }) => {
      if (name !== "RunTask" || tid !== mark.tid) return false;
      return ts + dur > mark.ts && (!next || ts + dur <= next.ts);
    })
    .map(({ tdur = 0 }) => tdur / 1_000);
  return { longestMs: Math.max(0, ...tasks), allMs: tasks.reduce((sum, ms) => sum + ms, 0) };
}

function tell(slow: number, times: Rounds): void {
  console.log(`\n${slow === 1 ? "as fast as it is" : `${slow} times slower`}: ${times.size} keys`);
  const middle = (of: (key: KeyTimes) => number | undefined) =>
    Array.from(times, ([typed, rounds]) => ({
      typed,
      ms: latencyOf(rounds.flatMap((round) => of(round) ?? [])).p50,
    })).filter(({ ms }) => !Number.isNaN(ms));
  for (const [what, of] of [
    ["longest task", ({ longestMs }: KeyTimes) => longestMs],
    ["all tasks", ({ allMs }: KeyTimes) => allMs],
    ["key to result", ({ resultMs }: KeyTimes) => resultMs],
  ] as const) {
    const keys = middle(of);
    console.log(`  ${what}: ${describeTimes(keys, Number(values.worst), 1)}`);
  }
}

await main();
