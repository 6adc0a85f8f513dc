import type { Browser } from "@playwright/test";
import { percentile } from "../figures/percentiles.ts";
import { spreadOf } from "../figures/spread.ts";
import type { Figures, VisitKind } from "./browser-rows.ts";
import type { Storefront } from "./storefront.ts";
import { Visit, type Slowness } from "./visit.ts";
import type { Outcome } from "./watch-page.ts";

export type VisitOptions = Readonly<{
  /** How many times one visit does all actions. */
  cycles: number;
  patienceMs: number;
  slowness: Slowness;
}>;

type Measure = (visit: Visit, storefront: Storefront, options: VisitOptions) => Promise<Figures>;

const measures: Readonly<Record<VisitKind, Measure>> = {
  load: measureLoad,
  form: measureForm,
  "first tap": measureFirstTap,
  actions: measureActions,
};

/** Makes one visit with an empty cache. Rejects if the pages do not do what they should. */
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
/** A frame is late when it takes more than one and a half times as long as it should at 60 Hz. */
const lateFrameMs = (1_000 / 60) * 1.5;
const scrolledPixels = 6_000;
/** A fast thumb: 90 pixels a frame. */
const scrolledPixelsInSecond = 5_400;

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
  const { taskMs, scriptMs, layoutMs } = await visit.costs();
  const heapBytes = await visit.heapBytes();
  const { taskMs: beforeMs } = await visit.costs();
  await visit.page.evaluate(() => window.watched.startFrames());
  await visit.scroll(scrolledPixels, scrolledPixelsInSecond);
  const frames = await visit.page.evaluate(() => window.watched.endFrames());
  const { taskMs: afterMs } = await visit.costs();
  await visit.rest("action", patienceMs);
  await expectOutcome(visit, { kind: "cards" });
  const jumpedAt = await visit.page.evaluate(() => {
    scrollTo({ top: document.documentElement.scrollHeight / 2, behavior: "instant" });
    return performance.timeOrigin + performance.now();
  });
  const cardsAt = (await visit.next("shown")).at;
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
    "median frame while scrolling ms": medianOf(frames),
    "late frames while scrolling %": (frames.filter((ms) => ms > lateFrameMs).length / frames.length) * 100,
    "main thread CPU of scrolling ms": afterMs - beforeMs,
    "jump to the middle ms": cardsAt - jumpedAt,
  };
}

/** Types as soon as the field appears, and again if that key was lost: the first key that stays counts. */
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

/**
 * Taps View on the first card as soon as the card is visible, when the page may still be fetching its scripts. The time
 * counts from the start of the visit, because one page shows the card earlier than another.
 */
async function measureFirstTap(visit: Visit, { url }: Storefront, { patienceMs }: VisitOptions): Promise<Figures> {
  await visit.open(url);
  const start = await visit.page.evaluate(() => performance.timeOrigin);
  await visit.next("card");
  const { id, name } = await coffeeAt(visit, 0);
  await expectOutcome(visit, { kind: "details", id, name });
  await bringToMiddle(visit, actionOf(id, "View"));
  await press(visit, actionOf(id, "View"));
  return { "first tap: details shown ms": (await visit.next("shown", patienceMs)).at - start };
}

/** The time assumed for a tap or key that Event Timing does not report, because its next frame came within 16 ms. */
const unreportedMs = 8;
const fieldKeys = 4;

async function measureActions(visit: Visit, storefront: Storefront, options: VisitOptions): Promise<Figures> {
  const { cycles, patienceMs } = options;
  const { page } = visit;
  await visit.open(storefront.url);
  await visit.rest("load", patienceMs);
  const taps: { kind: Outcome["kind"]; shownMs: number; responseMs: number }[] = [];
  const responses: number[] = [];
  let inputs = 0;

  const tap = async (selector: string) => {
    await bringToMiddle(visit, selector);
    await visit.rest("action", patienceMs);
    inputs++;
    return press(visit, selector);
  };
  const tapFor = async (selector: string, outcome: Outcome) => {
    responses.push(...visit.takeInteractions());
    await expectOutcome(visit, outcome);
    const pressedAt = await tap(selector);
    const shownMs = (await visit.next("shown")).at - pressedAt;
    await visit.rest("action", patienceMs);
    const reported = visit.takeInteractions();
    responses.push(...reported);
    taps.push({ kind: outcome.kind, shownMs, responseMs: Math.max(unreportedMs, ...reported) });
  };
  const goHome = async () => {
    await tap(".back-to-home");
    await page.locator(".coffee-item").first().waitFor();
    await visit.rest("action", patienceMs);
  };

  for (let cycle = 0; cycle < cycles; cycle++) {
    const { id, name } = await coffeeAt(visit, cycle % 4);
    await tapFor(actionOf(id, "View"), { kind: "details", id, name });
    await goHome();
    await tapFor(actionOf(id, "Edit"), { kind: "form", id, name });
    await tap('input[name="price"]');
    await page.locator('input[name="price"]').selectText();
    const price = String(1_001 + cycle);
    await page.keyboard.type(price, { delay: 50 });
    inputs += fieldKeys;
    await tapFor('.coffee-form button[type="submit"]', { kind: "price", id, price });
    await tapFor(actionOf(id, "Delete"), { kind: "gone", id });
    await tapFor('main a[href="/add-new-coffee"]', { kind: "add" });
    await goHome();
    await storefront.addOne();
  }
  responses.push(...visit.takeInteractions());
  const unreported = Array.from({ length: Math.max(0, inputs - responses.length) }, () => unreportedMs);
  const median = (kind: Outcome["kind"], time: "shownMs" | "responseMs") =>
    medianOf(taps.filter((each) => each.kind === kind).map((each) => each[time]));
  return {
    "tap to details ms": median("details", "shownMs"),
    "tap to form ms": median("form", "shownMs"),
    "tap to saved ms": median("price", "shownMs"),
    "tap to deleted ms": median("gone", "shownMs"),
    "tap to add form ms": median("add", "shownMs"),
    "INP of View ms": median("details", "responseMs"),
    "INP of Edit ms": median("form", "responseMs"),
    "INP of Delete ms": median("gone", "responseMs"),
    "INP of Add ms": median("add", "responseMs"),
    "click to response p98 ms": percentile(Float64Array.from([...responses, ...unreported]).toSorted(), 0.98),
  };
}

/** The id and name of a coffee on home; 0 is the first. */
function coffeeAt({ page }: Visit, place: number): Promise<Readonly<{ id: string; name: string }>> {
  return page.evaluate((at) => {
    const item = document.getElementsByClassName("coffee-item")[at];
    const href = item?.querySelector("a")?.getAttribute("href") ?? "";
    return { id: href.split("/").at(-1) ?? "", name: item?.querySelector("h3")?.textContent ?? "" };
  }, place);
}

/** A selector for the link or button of a coffee's card. */
function actionOf(id: string, action: "View" | "Edit" | "Delete"): string {
  return `.coffee-item:has(a[href="/coffee-details/${id}"]) [aria-label^="${action} "]`;
}

/** Makes the page send the message `shown` after the frame that shows the outcome. */
async function expectOutcome(visit: Visit, outcome: Outcome): Promise<void> {
  visit.forget("shown");
  await visit.page.evaluate((expected) => window.watched.expect(expected), outcome);
}

/** Scrolls the element to the middle of the window, where no notice covers it. */
async function bringToMiddle({ page }: Visit, selector: string): Promise<void> {
  const target = page.locator(selector).first();
  await target.evaluate((element) => element.scrollIntoView({ block: "center", behavior: "instant" }));
}

/** Taps the middle of an element with a finger. Resolves to the time of its `pointerdown`. */
async function press(visit: Visit, selector: string): Promise<number> {
  const box = await visit.page.locator(selector).first().boundingBox();
  if (!box) throw new Error(`${selector} is not visible.`);
  visit.forget("pressed");
  await visit.page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
  return (await visit.next("pressed")).at;
}

function medianOf(values: readonly number[]): number {
  return spreadOf(values)?.median ?? Number.NaN;
}
