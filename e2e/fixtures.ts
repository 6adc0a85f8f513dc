import { execFileSync } from "node:child_process";
import { test as base, expect, type Locator, type Page } from "@playwright/test";
import type { Coffee, CoffeeFields } from "../catalogue/coffee.ts";
import { readFields } from "../client/read-coffee.ts";
import { shortTurn } from "../browsers/short-turn.ts";
import { newTestPlace } from "../test/test-place.ts";
import { isOtherProgram, shopCommand } from "../test/shop-command.ts";
import { openClassicProductServer, type BadHabit } from "../test/servers/classic-product-server.ts";
import { serveApart, serveWithin, type RunningShop } from "./serve-shop.ts";

export { expect };

export type ShopOptions = {
  productServer: "own" | "classic";
  /** What the classic product server does that the specification does not mention. */
  badHabits: readonly BadHabit[];
  /** "off": every shop runs with `EXTRAS=off`. */
  extras: "on" | "off";
  /**
   * How the shop runs: within the test's process, which is fastest; in its own process, which a test can kill; or in
   * its own process as developers run it.
   */
  runs: "within" | "apart" | "in development";
  /** Settings of the shop, as environment variables. */
  environment: Readonly<Record<string, string>>;
  /** The coffees of the product server at the start of the test. */
  catalogue: Readonly<{ coffees: readonly CoffeeFields[] }>;
  /** Lines of console and server log, and requests to other hosts, that the test causes on purpose. Others fail it. */
  expected: Readonly<{ console?: RegExp; requests?: RegExp }>;
};

type Shop = Readonly<{
  /** The address of the pages. */
  url: string;
  /** The address of the five calls. */
  productServerUrl: string;
  /** The coffees that the product server has now. */
  list: () => Promise<readonly Coffee[]>;
  /** What the product server stores for an add, or for an edit of the coffee `before`: bad habits change the price. */
  stored: (fields: CoffeeFields, before?: CoffeeFields) => CoffeeFields;
  /** Runs an operator's command while the shop is open. */
  operate: (...words: readonly string[]) => void;
  /** Kills the shop with SIGKILL and opens it again at the same address. It and the two below need `runs: "apart"`. */
  crash: () => Promise<void>;
}> &
  Pick<RunningShop, "stop" | "openAgain">;

type Fixtures = { shop: Shop };

export const latte: CoffeeFields = {
  name: "Nolen Gur Latte",
  chef: "Tanvir Hasan",
  supplier: "Jessore Date Palm Growers",
  taste: "Date palm and smoke",
  category: "Milk coffee",
  details: "Only in winter.",
  photo: "/photographs/nolen-gur-latte.jpg",
  price: "340",
};

export const espresso: CoffeeFields = {
  name: "Saat Masjid Espresso",
  chef: "Farhana Akter",
  supplier: "Bandarban Hill Lots",
  taste: "Orange peel, dark sugar",
  category: "Espresso",
  details: "Short, and gone in two sips.",
  photo: "/photographs/espresso-saat-masjid.jpg",
  price: 160,
};

export const test = base.extend<ShopOptions & Fixtures>({
  productServer: ["own", { option: true }],
  badHabits: [[], { option: true }],
  extras: ["on", { option: true }],
  runs: ["within", { option: true }],
  environment: [{}, { option: true }],
  catalogue: [{ coffees: [latte, espresso] }, { option: true }],
  expected: [{}, { option: true }],

  shop: async ({ productServer, badHabits, extras, runs, environment, expected, catalogue: { coffees } }, use) => {
    const classic = productServer === "classic" ? await openClassicProductServer(coffees, badHabits) : undefined;
    const place = await newTestPlace(classic && "");
    const { directory: DATA_DIR, databaseUrl: DATABASE_URL } = place;
    const settings = {
      DATA_DIR,
      DATABASE_URL,
      SAMPLE: "off",
      WRITE_LIMIT: "off",
      ...(classic && { PRODUCT_SERVER_URL: classic.url }),
      ...environment,
      ...(extras === "off" && { EXTRAS: "off" }),
    };
    const complaints: string[] = [];
    const complain = (complaint: string) => {
      if (!expected.console?.test(complaint)) complaints.push(complaint);
    };
    const running =
      runs === "within" && !isOtherProgram
        ? await serveWithin(settings, complain)
        : await serveApart(settings, complain, runs === "in development");
    const { url } = running;
    const productServerUrl = settings.PRODUCT_SERVER_URL ?? url;
    if (!classic && !("PRODUCT_SERVER_URL" in environment)) for (const fields of coffees) await add(url, fields);

    const operate = (...words: readonly string[]) => {
      const [program = "", ...args] = [...shopCommand, ...words];
      execFileSync(program, args, { env: { ...process.env, DATA_DIR, DATABASE_URL } });
    };
    const list = async () => {
      const all: Coffee[] = await (await fetch(`${productServerUrl}/coffee`)).json();
      return badHabits.length > 0 ? all.map(asSpecified) : all;
    };
    const stored: Shop["stored"] = (fields, before) => {
      const { price } = before && badHabits.includes("setsListedFields") ? before : fields;
      return {
        ...fields,
        price: badHabits.includes("storesPricesAsNumbers") && Number(price) > 0 ? Number(price) : price,
      };
    };
    const { stop, openAgain, close } = running;
    const crash = async () => {
      await stop();
      await openAgain();
    };
    await use({ url, productServerUrl, list, stored, operate, crash, stop, openAgain });
    await close();
    expect(complaints, "the shop has nothing to complain about").toEqual([]);
    classic?.close();
    await place[Symbol.asyncDispose]();
  },

  baseURL: async ({ shop }, use) => use(shop.url),

  page: async ({ page, shop, expected }, use) => {
    const unexpected: string[] = [];
    page.on("pageerror", ({ message }) => {
      if (!shortTurn.test(message)) unexpected.push(`page error: ${message}`);
    });
    page.on("console", (message) => {
      const isBlocked = message.text().startsWith("Service Worker registration blocked by Playwright");
      const isExpected = isBlocked || (expected.console?.test(message.text()) ?? false);
      if (!isExpected && ["error", "warning"].includes(message.type())) unexpected.push(`console: ${message.text()}`);
    });
    page.on("dialog", (dialog) => {
      unexpected.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    page.on("request", (request) => {
      const url = new URL(request.url());
      const knownHosts = [new URL(shop.url).host, new URL(shop.productServerUrl).host];
      const isExpected = knownHosts.includes(url.host) || (expected.requests?.test(url.href) ?? false);
      if (/^https?:$/.test(url.protocol) && !isExpected) unexpected.push(`request to ${request.url()}`);
    });
    await use(page);
    expect(unexpected, "nothing unexpected on the page").toEqual([]);
  },
});

/** The coffee with exactly the eight fields: a server with bad habits adds some and leaves some out. */
function asSpecified({ _id, ...fields }: Coffee): Coffee {
  return { _id, ...readFields(fields) };
}

async function add(url: string, fields: CoffeeFields): Promise<void> {
  // If a test trusts one proxy, these adds come from another visitor than the browser.
  const headers = { "content-type": "application/json", "x-forwarded-for": "192.0.2.1" };
  const reply = await fetch(`${url}/coffee`, { method: "POST", headers, body: JSON.stringify(fields) });
  if (!reply.ok) throw new Error(`The coffee was not added: ${await reply.text()}`);
}

/** Opens a page and waits until its scripts have hydrated it. */
export async function open(page: Page, path: string): Promise<void> {
  const isAlive = alive(page);
  await page.goto(path);
  await isAlive;
}

/** Resolves once the page has the list and is idle. */
export async function listArrived(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    performance.getEntriesByType("resource").some(({ name }) => name.endsWith("/coffee")),
  );
  await idle(page);
}

/** Resolves once the page is idle, or after 1 s: on a busy machine Chromium may delay idle callbacks for 20 s. */
export function idle(page: Page): Promise<unknown> {
  return page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1_000 })));
}

/** Larger and wider text, as WCAG 1.4.4 and 1.4.12 let visitors set it. */
export const textStyles = {
  "as it comes": "",
  "text spaced":
    "* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }",
  "text at 200 %": "html { font-size: 32px !important }",
} as const;

/** Sets styles as a visitor's own, which the shop's Content-Security-Policy allows. */
export async function setStyles(page: Page, styles: string): Promise<void> {
  await page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [sheet];
  }, styles);
}

/** Resolves once the page has loaded the code that helps to type prices, which comes later than the page. */
export async function pricesHelped(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    performance.getEntriesByType("resource").some(({ name }) => name.includes("/type-price-")),
  );
  await idle(page);
}

/** Resolves when the next opened page has hydrated, because it then requests the list. */
export function alive(page: Page): Promise<unknown> {
  return page.waitForRequest((request) => request.method() === "GET" && request.url().endsWith("/coffee"));
}

/** The calls that the page makes to the product server, as "METHOD /path", from here on. */
export function callsOf(page: Page): string[] {
  const calls: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/coffee(\/|$)/.test(pathname) && request.method() !== "OPTIONS")
      calls.push(`${request.method()} ${pathname}`);
  });
  return calls;
}

/** The addresses that the page requests from here on, except pictures, which load lazily, and the stream of changes. */
export function requestsOf(page: Page): string[] {
  const requests: string[] = [];
  page.on("request", (request) => {
    const isNews = /\/-\/changes\/stream|\/assets\/(follow|offline-desk|told-change)-/.test(request.url());
    if (request.resourceType() !== "image" && !isNews) requests.push(request.url());
  });
  return requests;
}

/** A coffee's card on home. */
export function cardOf(page: Page, name: string): Locator {
  return page.getByRole("article").filter({ has: page.getByRole("heading", { name, exact: true }) });
}

/** The form of the add and update pages. The footer's is outside main; home's are for search and deletion. */
export function formOf(page: Page): Locator {
  return page.getByRole("main").locator("form:not([role=search], :has(.coffee-grid))");
}

/** The button that sends the form. Others in it choose a photo. */
export function submitOf(page: Page): Locator {
  return formOf(page).locator("button[type=submit]");
}

/** Presses the form's button, and waits until the page has processed the reply and still shows the form. */
export async function sendAndStay(page: Page): Promise<void> {
  const { promise: gate, resolve: openGate } = Promise.withResolvers<void>();
  await page.route("**/coffee**", async (route) => {
    await gate;
    await route.fallback();
  });
  await submitOf(page).click();
  await expect(formOf(page)).toHaveAttribute("aria-busy", "true");
  openGate();
  await expect(formOf(page)).toHaveAttribute("aria-busy", "false");
}

/** The visible text of an element, with single spaces between words. */
export async function wordsOf(place: Locator): Promise<string> {
  return (await place.innerText()).split(/\s+/).join(" ").trim();
}

export function notices(page: Page): Locator {
  return page.getByRole("region", { name: "Notices" });
}
