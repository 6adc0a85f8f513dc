import type { Browser } from "@playwright/test";
import { percentile } from "../figures/percentiles.ts";
import { spreadOf } from "../figures/spread.ts";
import type { Figures, VisitKind } from "./browser-rows.ts";
import type { Storefront } from "./storefront.ts";
import { Visit, type Slowness } from "./visit.ts";
import type { Outcome } from "./watch-page.ts";

export type VisitOptions = Readonly<{
  /** How often all actions are done in one visit. */
  cycles: number;
  patienceMs: number;
  slowness: Slowness;
}>;

type Measure = (visit: Visit, storefront: Storefront, options: VisitOptions) => Promise<Figures>;

const measures: Readonly<Record<VisitKind, Measure>> = {
  load: measureLoad,
  form: measureForm,
  actions: measureActions,
};

/** One visit with an empty cache. Rejects where the pages do not do what they should. */
export async function measureVisit(
  browser: Browser,
  kind: VisitKind,
  storefront: Storefront,
  options: VisitOptions,
): Promise<Figures> {
  const visit = await Visit.begin(browser, options.slowness);
  try {
    return await measures[kind](visit, storefront, options);
  } finally {
    await visit.close();
  }
}

const firstSecondMs = 1_000;
/** A frame is late when it comes after one and a half of the time that it has. */
const lateFrameMs = (1_000 / 60) * 1.5;
const scrolledPixels = 6_000;
const scrolledPixelsInSecond = 2_000;

async function measureLoad(visit: Visit, { url }: Storefront, { patienceMs }: VisitOptions): Promise<Figures> {
  await visit.open(url);
  await visit.rest("load", patienceMs);
  const { firstCardMs, largestPaintMs, longestMs } = await visit.page.evaluate((fromMs) => {
    const { longTasks, ...times } = window.watched;
    const later = longTasks.filter(({ startMs, ms }) => startMs + ms > fromMs);
    const { firstCardMs: card, largestPaintMs: paint } = times;
    return { firstCardMs: card, largestPaintMs: paint, longestMs: Math.max(0, ...later.map(({ ms }) => ms)) };
  }, firstSecondMs);
  if (firstCardMs === undefined || largestPaintMs === undefined) throw new Error(`${url} showed no coffee.`);
  const { all, scripts } = visit.bytes;
  const { taskMs, scriptMs, layoutMs, heapBytes } = await visit.costs();
  await visit.page.evaluate(() => window.watched.startFrames());
  await visit.scroll(scrolledPixels, scrolledPixelsInSecond);
  const frames = await visit.page.evaluate(() => window.watched.endFrames());
  return {
    "first card ms": firstCardMs,
    "LCP ms": largestPaintMs,
    "longest task after 1 s ms": longestMs,
    "main thread CPU ms": taskMs,
    "of it scripts ms": scriptMs,
    "of it style and layout ms": layoutMs,
    "bytes over the wire KB": all / 1_000,
    "of it scripts KB": scripts / 1_000,
    "script heap MB": heapBytes / 1_000_000,
    "late frames while scrolling %": (frames.filter((ms) => ms > lateFrameMs).length / frames.length) * 100,
  };
}

/** Types as soon as there is a field, and again where that was lost: what counts is the first key that stays. */
async function measureForm(visit: Visit, { url }: Storefront, { patienceMs }: VisitOptions): Promise<Figures> {
  await visit.open(`${url}add-new-coffee`);
  const start = await visit.page.evaluate(() => performance.timeOrigin);
  await visit.next("field");
  const type = async (key: string) => {
    await visit.page.keyboard.press(key);
    return (await visit.next("typed")).at - start;
  };
  const field = visit.page.locator('input[name="name"]');
  const firstMs = await type("a");
  await visit.rest("load", patienceMs);
  if ((await field.inputValue()) === "a") return { "form: first key kept ms": firstMs };
  await field.focus();
  const secondMs = await type("b");
  if (!(await field.inputValue()).endsWith("b")) throw new Error(`${url} keeps nothing that is typed.`);
  return { "form: first key kept ms": secondMs };
}

/** Taps and keys shorter than Event Timing tells of. */
const untoldMs = 8;
const fieldKeys = 4;

async function measureActions(visit: Visit, storefront: Storefront, options: VisitOptions): Promise<Figures> {
  const { cycles, patienceMs } = options;
  const { page } = visit;
  await visit.open(storefront.url);
  await visit.rest("load", patienceMs);
  const taken = { details: [] as number[], form: [] as number[], price: [] as number[], gone: [] as number[] };
  let inputs = 0;

  const tap = async (selector: string) => {
    const target = page.locator(selector).first();
    // In the middle, where no notice lies over it.
    await target.evaluate((element) => element.scrollIntoView({ block: "center", behavior: "instant" }));
    await visit.rest("action", patienceMs);
    const box = await target.boundingBox();
    if (!box) throw new Error(`${selector} is not to be seen.`);
    visit.forget("pressed");
    inputs++;
    await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
    return (await visit.next("pressed")).at;
  };
  const tapFor = async (selector: string, outcome: Outcome) => {
    visit.forget("shown");
    await page.evaluate((expected) => window.watched.expect(expected), outcome);
    const pressedAt = await tap(selector);
    taken[outcome.kind].push((await visit.next("shown")).at - pressedAt);
    await visit.rest("action", patienceMs);
  };
  const goHome = async () => {
    await tap(".back-to-home");
    await page.locator(".coffee-item").first().waitFor();
    await visit.rest("action", patienceMs);
  };

  for (let cycle = 0; cycle < cycles; cycle++) {
    const place = cycle % 4;
    const { id, name } = await page.evaluate((at) => {
      const item = document.getElementsByClassName("coffee-item")[at];
      const href = item?.querySelector("a")?.getAttribute("href") ?? "";
      return { id: href.split("/").at(-1) ?? "", name: item?.querySelector("h3")?.textContent ?? "" };
    }, place);
    const inCard = (selector: string) => `.coffee-item:has(a[href="/coffee-details/${id}"]) ${selector}`;
    await tapFor(inCard('a[aria-label^="View "]'), { kind: "details", id, name });
    await goHome();
    await tapFor(inCard('a[aria-label^="Edit "]'), { kind: "form", id, name });
    await tap('input[name="price"]');
    await page.locator('input[name="price"]').selectText();
    const price = String(1_001 + cycle);
    await page.keyboard.type(price, { delay: 50 });
    inputs += fieldKeys;
    await tapFor('.coffee-form button[type="submit"]', { kind: "price", id, price });
    await tapFor(inCard('button[aria-label^="Delete "]'), { kind: "gone", id });
    await storefront.addOne();
  }
  const told = visit.interactions();
  const all = [...told, ...Array.from({ length: Math.max(0, inputs - told.length) }, () => untoldMs)];
  return {
    "tap to details ms": medianOf(taken.details),
    "tap to form ms": medianOf(taken.form),
    "tap to saved ms": medianOf(taken.price),
    "tap to deleted ms": medianOf(taken.gone),
    "click to response p98 ms": percentile(Float64Array.from(all).toSorted(), 0.98),
  };
}

function medianOf(values: readonly number[]): number {
  return spreadOf(values)?.median ?? Number.NaN;
}
