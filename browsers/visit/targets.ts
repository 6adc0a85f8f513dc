// Shared by the steps of a visit: the parts of pages that they look for, and what they expect of the server.
import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import type { Coffee, CoffeeFields } from "../../catalogue/coffee.ts";
import { coffeeFields, type CoffeeField } from "../../catalogue/fields.ts";
import { sampleCoffees } from "../../catalogue/sample-coffees.ts";
import type { Line } from "../line.ts";
import { Unmet, type ShopPage, type Target } from "../shop-page.ts";
import type { Visitor, VisitorOptions } from "../visitor.ts";

/** What a step can do besides looking at its page. */
export type Shop = Readonly<{
  /** The coffees that the product server has now. */
  list: () => Promise<readonly Coffee[]>;
  /** Makes a call as somebody else, without a browser. */
  call: (method: string, path: string, body?: object) => Promise<void>;
  line: Line;
  newVisitor: (options?: VisitorOptions) => Promise<Visitor>;
  /** Errors that the step causes on purpose. Any other error fails the step. */
  expectErrors: (pattern: RegExp) => void;
}>;

/** What a visitor does, by the step's name. Each step begins at an address, so a failure does not affect the next. */
export type Steps = Readonly<Record<string, (page: ShopPage, shop: Shop) => Promise<void>>>;

/** The parts of pages, by the name that a visitor would use. */
export const the = {
  heading: { css: "main h1" },
  cards: { css: "article.coffee-card" },
  names: { css: "article.coffee-card h3" },
  searchField: { css: "input[type=search]" },
  found: { css: ".find-result" },
  dialog: { css: "dialog[open]" },
  entries: { css: "li.change", within: { css: "dialog[open]" } },
  news: { css: ".news button" },
  offlineBar: { css: ".offline-bar" },
  unsent: { css: ".unsent-coffees" },
  backToHome: { css: "main a", name: "Back to home" },
  addLink: { css: "main a", name: "Add Coffee" },
  send: { css: "main form:not([role=search]) button[type=submit]" },
  notice: (words: string): Target => ({ css: ".notice", words }),
  card: (name: string): Target => ({ css: "article.coffee-card", having: { css: "h3", name } }),
  action: (label: string): Target => ({ css: ".action", name: label }),
  field: (name: CoffeeField): Target => ({ css: `main form:not([role=search]) [name="${name}"]` }),
  fact: (name: CoffeeField): Target => ({ css: `.fact-${name} dd` }),
  undoOf: (words: string): Target => ({ css: "button", name: "Undo", within: { css: ".notice", words } }),
};

export const noNetwork =
  /failed|Failed|NetworkError|ERR_|couldn't reach|Could not connect|connection was lost|Load failed|offline/;
export const conflict = /412|someone else|changed this coffee/i;
export const notThere = /404|410|There is no coffee|couldn't find/;

/** The most sheets of paper that home may take in print. */
const sheetsAtMost = 4;

export const firstNames = sampleCoffees.map(({ name }) => name);

export const newCoffee: CoffeeFields = {
  name: "বৃষ্টির দিনের Kofi",
  chef: "Shirin & Sons <b>",
  supplier: "Sylhet Hills",
  taste: "Rain on dust; “honey”",
  category: "Milk coffee",
  details: "Only while it rains.",
  photo: "/photographs/dhaka-fog.jpg",
  price: "275.50",
};

export function fieldsOf(fields: CoffeeFields): readonly (readonly [CoffeeField, string])[] {
  return coffeeFields.map((name) => [name, String(fields[name])]);
}

export function sampleCoffee(name: string): CoffeeFields {
  const coffee = sampleCoffees.find((each) => each.name === name);
  if (!coffee) throw new Error(`There is no sample coffee ${name}.`);
  return coffee;
}

export async function idOf({ list }: Shop, name: string): Promise<string> {
  const coffee = (await list()).find((each) => each.name === name);
  if (!coffee) throw new Unmet(`expected: the server has ${name}; it does not`);
  return coffee._id;
}

/** Expects the product server to hold a coffee of this name with these fields. */
export async function expectStored({ list }: Shop, called: string, fields: Partial<CoffeeFields>): Promise<void> {
  const coffee = (await list()).find((each) => each.name === called);
  const isRight = ([name, value]: [string, unknown]) => Reflect.get(coffee ?? {}, name) === value;
  if (!coffee || !Object.entries(fields).every(isRight))
    throw new Unmet(`expected: ${JSON.stringify(fields)} on the server; there is: ${JSON.stringify(coffee)}`);
}

/** Expects that `act` changes no address and makes no call. */
export async function doesNothing(page: ShopPage, act: () => Promise<unknown>): Promise<void> {
  // Pictures and code of other pages may load at any time. Only a call or another page counts as an effect.
  const look = () => {
    const calls = performance.getEntriesByType("resource").filter(({ name }) => /\/coffee(\/|$)/.test(name));
    return [location.href, calls.length, performance.timeOrigin];
  };
  const before = await page.run(look);
  await act();
  await page.run(() => new Promise((resolve) => setTimeout(resolve, 300)));
  const after = await page.run(look);
  if (after.join() !== before.join())
    throw new Unmet(`expected: nothing happens; from ${before.join()} to ${after.join()}`);
}

export async function fitsWindow(page: ShopPage): Promise<void> {
  const tooWide = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
  await page.until(
    "nothing is wider than the window",
    () => page.run(tooWide),
    (dots) => dots <= 0,
  );
}

/** Resolves once the browser has cached these addresses for offline use. */
export async function cached(page: ShopPage, ...paths: readonly string[]): Promise<void> {
  const cachedPaths = async () => {
    const caches = await Promise.all((await window.caches.keys()).map((name) => window.caches.open(name)));
    const requests = await Promise.all(caches.map((cache) => cache.keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  };
  await page.until(
    `the browser caches ${paths.join(", ")}`,
    () => page.run(cachedPaths),
    (all) => paths.every((path) => all.includes(path)),
    30_000,
  );
}

/** The text of a PDF with few pages, without white space. */
export async function wordsOnPaper(pdf: Buffer): Promise<string> {
  const file = await getDocument({ data: new Uint8Array(pdf), verbosity: 0 }).promise;
  if (file.numPages > sheetsAtMost) throw new Unmet(`expected: few sheets of paper; there are ${file.numPages}`);
  const sheets = Array.from({ length: file.numPages }, async (_, at) => {
    const { items } = await (await file.getPage(at + 1)).getTextContent();
    return items.map((item) => ("str" in item ? item.str : "")).join("");
  });
  return (await Promise.all(sheets)).join("").replaceAll(/\s/g, "");
}

export async function isDark(page: ShopPage): Promise<void> {
  const isRight = ([style]: readonly Colours[]) => style !== undefined && lightness(style.backgroundColor) < 70;
  await page.sees({ css: "html" }, "a dark ground", isRight, coloursOf);
}

export type Colours = Readonly<{ color: string; backgroundColor: string }>;

/** Runs in the page. */
export function coloursOf(element: Element): Colours {
  const { color, backgroundColor } = getComputedStyle(element);
  return { color, backgroundColor };
}

/** The lightness of a CSS colour, from 0 for black to 255 for white. */
export function lightness(colour: string): number {
  const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number);
  return (red + green + blue) / 3;
}
