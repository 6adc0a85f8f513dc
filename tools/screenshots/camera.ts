// Takes the pictures of docs/screens.md: whole pages that have settled, and sheets composed of smaller pictures.
import { mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, BrowserContextOptions, Page } from "@playwright/test";

export type ColourScheme = "light" | "dark";

export type Picture = Readonly<{
  name: string;
  url: string;
  /** The width of the window. */
  width: number;
  /** The picture's size relative to the page: 0.5 for half as wide. */
  scale: number;
  /** How much of the page is shown, from its top; all if left out. "window" for the part that the window shows. */
  height?: number | "window";
  options?: BrowserContextOptions;
  /** Brings the page into the state to show. */
  act?: (page: Page) => Promise<unknown>;
  /** Runs after the picture is taken. */
  after?: (page: Page) => Promise<unknown>;
}>;

/** Part of a sheet: a picture as a data URL or an address, and the words under it. */
export type SheetPart = Readonly<{ source: string; words: string }>;

type Clip = Readonly<{ x: number; y: number; width: number; height: number; scale: number }>;

const webpQuality = 62;
const windowHeight = 900;

/** Takes pictures into one folder, which is emptied first. */
export class Camera {
  readonly #browser: Browser;
  readonly #folder: string;
  #bytes = 0;
  #count = 0;

  constructor(browser: Browser, folder: string) {
    this.#browser = browser;
    this.#folder = folder;
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder, { recursive: true });
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Opens an address in a new window, and waits until the page no longer changes by itself. */
  async open(url: string, width: number, options: BrowserContextOptions = {}): Promise<Page> {
    const page = await this.#browser.newPage({
      viewport: { width, height: windowHeight },
      reducedMotion: "reduce",
      ...options,
    });
    // Blocks the stream of changes, so that the network becomes idle.
    await page.route("**/-/changes/stream*", (route) => route.fulfill({ status: 404 }));
    await page.goto(url, { waitUntil: "networkidle" });
    await settle(page);
    return page;
  }

  /** Opens a page, and takes a picture of it. */
  async take({ name, url, width, scale, height = Infinity, options, act, after }: Picture): Promise<void> {
    const page = await this.open(url, width, options);
    await act?.(page);
    await (height === "window" ? this.#takeWindow(page, name, scale) : this.#takePage(page, name, scale, height));
    await after?.(page);
    await page.close();
  }

  /** Takes the page from its top, at any scroll position. */
  async #takePage(page: Page, name: string, scale: number, shownHeight: number): Promise<void> {
    const { width, height } = await page.evaluate(() => ({
      width: document.documentElement.clientWidth,
      height: document.documentElement.scrollHeight,
    }));
    await this.#capture(page, name, { x: 0, y: 0, width, height: Math.min(height, shownHeight), scale }, true);
  }

  /** Takes the part of the page that the window shows now. */
  async #takeWindow(page: Page, name: string, scale: number): Promise<void> {
    const shown = await page.evaluate(() => ({ x: scrollX, y: scrollY, width: innerWidth, height: innerHeight }));
    await this.#capture(page, name, { ...shown, scale }, false);
  }

  async #capture(page: Page, name: string, clip: Clip, captureBeyondViewport: boolean): Promise<void> {
    const session = await page.context().newCDPSession(page);
    const options = { format: "webp", quality: webpQuality, clip, captureBeyondViewport } as const;
    const { data } = await session.send("Page.captureScreenshot", options);
    const file = join(this.#folder, `${name}.webp`);
    writeFileSync(file, data, "base64");
    const { size } = statSync(file);
    this.#bytes += size;
    this.#count += 1;
    const kilobytes = String(Math.ceil(size / 1_000)).padStart(4);
    console.log(`${String(this.#count).padStart(3)}  ${name.padEnd(32)} ${kilobytes} KB`);
  }

  /** Takes one picture of several pictures side by side, each with its words. */
  async takeSheet(name: string, parts: readonly SheetPart[], columns: number, width: number): Promise<void> {
    const page = await this.#browser.newPage({ viewport: { width, height: 1 } });
    const figures = parts.map(
      ({ source, words }) => `<figure><img src="${source}"><figcaption>${inHtml(words)}</figcaption></figure>`,
    );
    await page.setContent(
      `<style>${sheetStyle}body { grid-template-columns: repeat(${columns}, 1fr) }</style>${figures.join("")}`,
      { waitUntil: "load" },
    );
    await settle(page);
    await this.#takePage(page, name, 1, Infinity);
    await page.close();
  }
}

const sheetStyle = `
  body { display: grid; gap: 14px; margin: 0; padding: 14px; background: #77706a; align-items: end }
  figure { margin: 0; min-width: 0 }
  img { display: block; max-width: 100%; margin: auto }
  figcaption { margin-top: 4px; color: #fff; font: 12px sans-serif; text-align: center }
`;

/** Waits for fonts and for all photos, including those that load only when they come near the viewport. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("* { content-visibility: visible !important }");
    document.adoptedStyleSheets.push(sheet);
    for (const image of document.images) image.loading = "eager";
    await Promise.allSettled([document.fonts.ready, ...Array.from(document.images, (image) => image.decode())]);
    await document.fonts.ready;
  });
  await page.waitForLoadState("networkidle");
}

function inHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
