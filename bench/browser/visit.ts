import { setTimeout as delay } from "node:timers/promises";
import type { Browser, BrowserContext, CDPSession, Page } from "@playwright/test";
import { watchPage, type Message } from "./watch-page.ts";

export type Slowness = Readonly<{ cpuTimes: number; downBits: number; upBits: number; latencyMs: number }>;

/** A mid-range phone on a slow connection. */
export const slowPhone: Slowness = { cpuTimes: 4, downBits: 1_600_000, upBits: 750_000, latencyMs: 150 };

const phone = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
} as const;

/** How long a page must go without network traffic, added or removed nodes and long tasks to count as at rest. */
const restMs = { load: 1_500, action: 300 } as const;
const pollMs = 100;

type MessageOf<Kind extends Message["kind"]> = Extract<Message, { kind: Kind }>;

/** One visitor with an empty cache, on a slow phone. Close it when done. */
export class Visit {
  readonly page: Page;
  readonly #context: BrowserContext;
  readonly #session: CDPSession;
  readonly #messages: Message[] = [];
  readonly #underWay = new Set<string>();
  readonly #scripts = new Set<string>();
  #networkAt = performance.now();
  #bytes = 0;
  #scriptBytes = 0;

  static async begin(browser: Browser, slowness: Slowness): Promise<Visit> {
    const context = await browser.newContext(phone);
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    const visit = new Visit(context, page, session);
    await page.exposeFunction("tellBench", (message: Message) => void visit.#messages.push(message));
    await page.addInitScript(watchPage);
    await session.send("Network.enable");
    await session.send("Performance.enable", { timeDomain: "threadTicks" });
    await session.send("Network.emulateNetworkConditions", {
      offline: false,
      latency: slowness.latencyMs,
      downloadThroughput: slowness.downBits / 8,
      uploadThroughput: slowness.upBits / 8,
    });
    await session.send("Emulation.setCPUThrottlingRate", { rate: slowness.cpuTimes });
    return visit;
  }

  private constructor(context: BrowserContext, page: Page, session: CDPSession) {
    this.#context = context;
    this.page = page;
    this.#session = session;
    session.on("Network.requestWillBeSent", ({ requestId }) => this.#seen(() => this.#underWay.add(requestId)));
    session.on("Network.responseReceived", ({ requestId, response }) => {
      if (/javascript/.test(response.mimeType)) this.#scripts.add(requestId);
      // An event stream never ends, and carries no events here.
      if (response.mimeType === "text/event-stream") this.#underWay.delete(requestId);
    });
    session.on("Network.loadingFailed", ({ requestId }) => this.#seen(() => this.#underWay.delete(requestId)));
    session.on("Network.loadingFinished", ({ requestId, encodedDataLength }) =>
      this.#seen(() => {
        this.#underWay.delete(requestId);
        this.#bytes += encodedDataLength;
        if (this.#scripts.has(requestId)) this.#scriptBytes += encodedDataLength;
      }),
    );
  }

  #seen(work: () => unknown): void {
    this.#networkAt = performance.now();
    work();
  }

  /** Bytes of headers and bodies, as sent over the wire. */
  get bytes(): Readonly<{ all: number; scripts: number }> {
    return { all: this.#bytes, scripts: this.#scriptBytes };
  }

  async open(url: string): Promise<void> {
    await this.page.goto(url, { waitUntil: "commit", timeout: 60_000 });
  }

  /** Waits until the page is at rest; rejects if it is not within `patienceMs`. */
  async rest(after: keyof typeof restMs, patienceMs = 60_000): Promise<void> {
    const end = performance.now() + patienceMs;
    for (;;) {
      await delay(pollMs);
      const pageMs = await this.page.evaluate(async () => {
        // The browser lays out content near the viewport, which then loads more, only in a frame.
        for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
        return performance.now() - window.watched.changedMs;
      });
      const networkMs = this.#underWay.size > 0 ? 0 : performance.now() - this.#networkAt;
      if (Math.min(networkMs, pageMs) >= restMs[after]) return;
      if (performance.now() > end) throw new Error(`${this.page.url()} did not come to rest.`);
    }
  }

  /** Takes the oldest message of a kind, or waits for one; rejects if none comes. */
  async next<Kind extends Message["kind"]>(kind: Kind, patienceMs = 60_000): Promise<MessageOf<Kind>> {
    const end = performance.now() + patienceMs;
    const isAsked = (message: Message): message is MessageOf<Kind> => message.kind === kind;
    for (;;) {
      const found = this.#messages.find(isAsked);
      if (found) {
        this.#messages.splice(this.#messages.indexOf(found), 1);
        return found;
      }
      if (performance.now() > end) throw new Error(`${this.page.url()} did not report ${kind}.`);
      await delay(5);
    }
  }

  /** Drops the messages of a kind that have come so far. */
  forget(kind: Message["kind"]): void {
    for (const message of this.#messages.filter((each) => each.kind === kind))
      this.#messages.splice(this.#messages.indexOf(message), 1);
  }

  /**
   * For each interaction since the last call, the longest time until its next frame, in milliseconds. Event Timing
   * reports no interaction shorter than 16 ms.
   */
  takeInteractions(): readonly number[] {
    const longest = new Map<string, number>();
    for (const message of this.#messages) {
      if (message.kind === "interaction") longest.set(message.id, Math.max(message.ms, longest.get(message.id) ?? 0));
    }
    this.forget("interaction");
    return [...longest.values()];
  }

  /** CPU time of the main thread so far, in milliseconds. */
  async costs(): Promise<Readonly<{ taskMs: number; scriptMs: number; layoutMs: number }>> {
    const metric = await this.#metrics();
    const layoutMs = (metric("LayoutDuration") + metric("RecalcStyleDuration")) * 1_000;
    return { taskMs: metric("TaskDuration") * 1_000, scriptMs: metric("ScriptDuration") * 1_000, layoutMs };
  }

  /** Bytes on the JavaScript heap after a garbage collection. */
  async heapBytes(): Promise<number> {
    await this.#session.send("HeapProfiler.collectGarbage");
    return (await this.#metrics())("JSHeapUsedSize");
  }

  async #metrics(): Promise<(name: string) => number> {
    const { metrics } = await this.#session.send("Performance.getMetrics");
    return (name) => metrics.find((each) => each.name === name)?.value ?? Number.NaN;
  }

  /** Moves the page up with a finger, by `pixels`. */
  async scroll(pixels: number, pixelsInSecond: number): Promise<void> {
    await this.#session.send("Input.synthesizeScrollGesture", {
      x: 200,
      y: 600,
      yDistance: -pixels,
      speed: pixelsInSecond,
      gestureSourceType: "touch",
      preventFling: true,
    });
  }

  async close(): Promise<void> {
    await this.#context.close();
  }
}
