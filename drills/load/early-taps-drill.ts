import type { Browser, Locator, Page } from "@playwright/test";
import { addresses } from "../../app/shop/addresses.ts";
import type { Coffee } from "../../catalogue/coffee.ts";
import { aliveEvent } from "../../app/shop/page-guard.ts";
import { latencyOf } from "../../bench/figures/percentiles.ts";
import { launchChromium } from "../../tools/set-up/find-chromium.ts";
import { listCoffees } from "../kit/shop-client.ts";
import { spawnShop } from "../kit/spawned-shop.ts";
import { drill as define, type OnProgress, type Verdict } from "../kit/drill.ts";

const patienceMs = 30_000;
const tapsAtAll = 30;

export const drill = define({
  promise: "what a visitor taps before the scripts are there is done exactly once, and shows soon",
  help: `Opens pages as a slow phone does on a slow connection, and taps before their scripts have loaded: 8 times on Delete, with two
more taps each, 4 orders, 4 searches, 4 prices, 5 times on Add Coffee, 3 times on update Coffee and twice on Share. Each tap
must be done exactly once, and must show soon after the browser has sent the page its event. The drill prints how long the
browser takes for that, too.`,
  options: {
    "cpu-times": { default: 6, help: "how many times slower the processor is" },
    "bytes-per-second": { default: 50_000, help: "of the connection, as Slow 3G in Chrome's DevTools" },
    "latency-ms": { default: 2_000, help: "before each reply begins, as Slow 3G in Chrome's DevTools" },
    "show-ms": { default: 100, help: "within which the page must show each tap" },
  },
  short: [],
  run: earlyTapsDrill,
});

/** A tap as the page recorded it: how late its event came, how long after that it showed, if it was before scripts. */
type Noted = Readonly<{ toldMs: number; shownMs: number; isEarly: boolean }>;

type Options = Readonly<Record<"cpu-times" | "bytes-per-second" | "latency-ms" | "show-ms", number>>;

async function earlyTapsDrill(options: Options, onProgress: OnProgress): Promise<Verdict> {
  await using shop = await spawnShop();
  await using browser = await launchChromium();
  const drilled = new EarlyTaps(options, shop.url, browser, onProgress);
  for (let round = 0; round < 4; round += 1) await drilled.deleteOrderAndFind();
  for (let round = 0; round < 5; round += 1) await drilled.add(`Early ${round}`);
  for (const coffee of (await listCoffees(shop.url)).slice(0, 3)) await drilled.update(coffee);
  for (const { _id } of (await listCoffees(shop.url)).slice(0, 2)) await drilled.share(_id);
  const { shownMs, toldMs, faults } = drilled;
  if (shownMs.length !== tapsAtAll) faults.push(`There were ${shownMs.length} taps instead of ${tapsAtAll}.`);
  const measured = `from a tap to its event, median ${inMs(toldMs)}; from there until it showed, ${inMs(shownMs)}`;
  return { done: { taps: shownMs.length }, measured, faults };
}

class EarlyTaps {
  readonly faults: string[] = [];
  readonly shownMs: number[] = [];
  readonly toldMs: number[] = [];
  readonly #options: Options;
  readonly #url: string;
  readonly #browser: Browser;
  readonly #onProgress: OnProgress;

  constructor(options: Options, url: string, browser: Browser, onProgress: OnProgress) {
    this.#options = options;
    this.#url = url;
    this.#browser = browser;
    this.#onProgress = onProgress;
  }

  #note(name: string, { toldMs, shownMs, isEarly }: Noted, isDoneOnce: boolean): void {
    this.shownMs.push(shownMs);
    this.toldMs.push(toldMs);
    if (!isEarly) this.faults.push(`${name}: the scripts were there before the tap.`);
    if (!isDoneOnce) this.faults.push(`${name}: it was not done exactly once.`);
    if (shownMs > this.#options["show-ms"]) this.faults.push(`${name}: it showed after ${shownMs.toFixed(0)} ms.`);
    this.#onProgress(this.shownMs.length, tapsAtAll);
  }

  /** Opens a page as a new visitor, who taps as soon as something is painted. */
  async #open(path: string): Promise<Taps> {
    const context = await this.#browser.newContext({
      baseURL: this.#url,
      viewport: { width: 375, height: 812 },
      hasTouch: true,
      isMobile: true,
      permissions: ["clipboard-read", "clipboard-write"],
    });
    const page = await context.newPage();
    page.setDefaultTimeout(patienceMs);
    const session = await context.newCDPSession(page);
    await session.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: this.#options["latency-ms"],
      downloadThroughput: this.#options["bytes-per-second"],
      uploadThroughput: this.#options["bytes-per-second"],
    });
    await session.send("Emulation.setCPUThrottlingRate", { rate: this.#options["cpu-times"] });
    const taps = new Taps(page);
    await page.exposeFunction("note", (noted: Noted) => taps.onNoted(noted));
    await page.addInitScript(noteTaps, aliveEvent);
    await page.goto(path, { waitUntil: "commit" });
    await page.waitForFunction(() => performance.getEntriesByType("paint").length > 0);
    return taps;
  }

  async deleteOrderAndFind(): Promise<void> {
    const doomed = (await listCoffees(this.#url)).slice(0, 2);
    await using taps = await this.#open(addresses.home);
    const { page } = taps;
    const deletes: Noted[][] = [];
    for (const { name } of doomed) {
      const button = page.getByRole("button", { name: `Delete ${name}`, exact: true });
      deletes.push([await taps.tap(button), await taps.tap(button), await taps.tap(button)]);
    }
    const sort = page.getByRole("combobox", { name: "Sort" });
    const order = await taps.choose(() => sort.selectOption("newest"));
    const search = page.getByRole("searchbox");
    const words = await taps.choose(() => search.press("a"));
    await page.getByText("Filters", { exact: true }).tap();
    const from = page.getByLabel("Price from");
    const price = await taps.choose(() => from.press("9"));

    await page.waitForURL((url) => ["q=a", "sort=newest", "price-from=9"].every((each) => url.search.includes(each)));
    for (const [place, { _id, name }] of doomed.entries()) {
      await page.getByRole("article").filter({ hasText: name }).waitFor({ state: "detached" });
      const [first, ...more] = deletes[place] ?? [];
      if (!first) break;
      const slowest = Math.max(...[first, ...more].map(({ shownMs }) => shownMs));
      const isGone = (await listCoffees(this.#url)).every((coffee) => coffee._id !== _id);
      this.#note("Delete", { ...first, shownMs: slowest }, isGone && taps.calls(`DELETE /coffee/${_id}`) === 1);
    }
    this.#note("Order", order, (await sort.inputValue()) === "newest");
    this.#note("Search", words, (await search.inputValue()) === "a");
    this.#note("Price", price, (await from.inputValue()) === "9");
  }

  async add(name: string): Promise<void> {
    await using taps = await this.#open(addresses.addNewCoffee);
    await taps.page.getByLabel("Name").first().fill(name);
    const noted = await taps.tap(taps.page.getByRole("button", { name: "Add Coffee" }));
    await taps.page.getByRole("heading", { name, exact: true }).waitFor();
    const added = (await listCoffees(this.#url)).filter((coffee) => coffee.name === name);
    this.#note("Add", noted, added.length === 1);
  }

  async update({ _id, ...fields }: Coffee): Promise<void> {
    await using taps = await this.#open(addresses.updateCoffee(_id));
    await taps.page.getByLabel("Chef", { exact: true }).fill("Early Chef");
    const noted = await taps.tap(taps.page.getByRole("button", { name: "update Coffee" }));
    await taps.page.waitForURL((url) => url.pathname === addresses.home);
    const edited = (await listCoffees(this.#url)).find((coffee) => coffee._id === _id);
    const wanted = JSON.stringify({ _id, ...fields, chef: "Early Chef" });
    this.#note("Update", noted, JSON.stringify(edited) === wanted);
  }

  async share(id: string): Promise<void> {
    await using taps = await this.#open(addresses.coffeeDetails(id));
    const noted = await taps.tap(taps.page.getByRole("button", { name: "Share" }));
    const copied = taps.page.getByText("copied", { exact: false });
    await copied.first().waitFor();
    this.#note("Share", noted, (await copied.count()) === 1);
  }
}

function inMs(times: readonly number[]): string {
  const { p50, worst } = latencyOf(times);
  return `${p50.toFixed(0)} ms, at most ${worst.toFixed(0)}`;
}

/** Makes taps and choices in a page, and returns what the page recorded of each. */
class Taps implements AsyncDisposable {
  readonly page: Page;
  #calls: string[] = [];
  /** The page calls this once for each tap or choice. */
  onNoted: (noted: Noted) => void = () => {};

  constructor(page: Page) {
    this.page = page;
    page.on("request", (request) => this.#calls.push(`${request.method()} ${new URL(request.url()).pathname}`));
  }

  /** How many times the page has made a call, such as `DELETE /coffee/1`. */
  calls(call: string): number {
    return this.#calls.filter((each) => each === call).length;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.page.context().close();
  }

  async choose(act: () => Promise<unknown>): Promise<Noted> {
    const { promise, resolve, reject } = Promise.withResolvers<Noted>();
    this.onNoted = resolve;
    const lost = setTimeout(() => reject(new Error("A tap was never shown, or led to another page.")), patienceMs);
    return Promise.all([promise, act()])
      .then(([noted]) => noted)
      .finally(() => clearTimeout(lost));
  }

  /** Taps as a finger does: on an element on the screen, once it is painted. */
  async tap(target: Locator): Promise<Noted> {
    await target.scrollIntoViewIfNeeded();
    const { x = 0, y = 0, width = 0, height = 0 } = (await target.boundingBox()) ?? {};
    await this.page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    return this.choose(() => this.page.touchscreen.tap(x + width / 2, y + height / 2));
  }
}

/** Runs in the page: records how long after each tap or choice the page showed it, and whether scripts had started. */
function noteTaps(alive: string): void {
  let isAlive = false;
  addEventListener(alive, () => (isAlive = true));
  const onTap = ({ target, timeStamp, type, isTrusted }: Event) => {
    const control = target instanceof Element && target.closest("a, button, input, select");
    if (!control) return;
    const isEarly = !isAlive;
    const toldAt = performance.now();
    const { promise: shownAt, resolve } = Promise.withResolvers<number>();
    const note = (shownAtMs: number) =>
      Reflect.get(window, "note")({ toldMs: toldAt - timeStamp, shownMs: shownAtMs - toldAt, isEarly });
    void shownAt.then(note);
    // A choice shows in its own control even before its event comes.
    const isShown = () => type === "input" || control.closest("[aria-busy=true]") !== null;
    let isNextFrame = true;
    const onFrame = () => {
      if (!isShown()) {
        isNextFrame = false;
        requestAnimationFrame(onFrame);
        return;
      }
      // This time may be late: another frame may come before the task.
      const frameEnd = scheduler.postTask(() => performance.now(), { priority: "user-blocking" });
      if (!isTrusted || !isNextFrame) return resolve(frameEnd);
      // The browser reports when the frame after a tap is on the screen (Event Timing, W3C), except below 16 ms.
      const observer = new PerformanceObserver((list) => {
        const entry = list.getEntriesByName(type).find(({ startTime }) => startTime === timeStamp);
        if (entry) resolve(entry.startTime + entry.duration);
      });
      // In a variable, because TypeScript does not know the threshold yet.
      const allTold = { type: "event", durationThreshold: 16, buffered: true };
      observer.observe(allTold);
      setTimeout(resolve, 1_000, frameEnd);
    };
    requestAnimationFrame(onFrame);
  };
  for (const type of ["click", "input"]) addEventListener(type, onTap, true);
}
