// What a visitor does in the shop with a text browser, on each kind of product server.
import { addresses } from "../app/shop/addresses.ts";
import type { Coffee } from "../catalogue/coffee.ts";
import { TestServer } from "../test/servers/postgres-server.ts";
import { listCoffees } from "../drills/kit/shop-client.ts";
import { spawnShop } from "../drills/kit/spawned-shop.ts";
import { endWithThisProcess, newFolder } from "./children.ts";
import type { Lynx, LynxPage } from "./lynx.ts";
import { Unmet } from "./shop-page.ts";

/** A shop, and the coffees that its product server holds now. */
export type TextShop = AsyncDisposable &
  Readonly<{ url: string; list: () => Promise<readonly Coffee[]>; complaints: () => readonly string[] }>;

export type TextSteps = Readonly<Record<string, (lynx: Lynx, shop: TextShop) => Promise<void>>>;

/** The shops by the name of their column in the table. */
export const textShops: Readonly<Record<string, () => Promise<TextShop>>> = {
  "lynx, SQLite": () => openTextShop({ databaseUrl: "" }),
  "lynx, PostgreSQL": async () => {
    const server = await TestServer.start();
    return openTextShop({ databaseUrl: await server.newDatabase(), besides: server });
  },
  "lynx, another": async () => {
    const other = await openTextShop({ databaseUrl: "", environment: { EXTRAS: "off", ALLOWED_ORIGINS: "*" } });
    const environment = { PRODUCT_SERVER_URL: other.url };
    return openTextShop({ databaseUrl: "", environment, besides: other, list: other.list });
  },
};

/** By column: the steps to leave out, because the shop has no log of its own. */
export const notInTextShops: Readonly<Record<string, RegExp>> = { "lynx, another": /\bundo\b/ };

const number = String.raw`\[(\d+)\]`;
const fieldNamed = (label: string) => new RegExp(String.raw`${label} ?${number}`);
const buttonNamed = (label: string) => new RegExp(String.raw`\(${number}BUTTON\) ${label}`);
const linkNamed = (label: string) => new RegExp(number + label);
/** The link or button of a card. A coffee's name is on its own line. */
const ofCard = (name: string, action: RegExp) => new RegExp(String.raw`^${name}$[^]*?${action.source}`, "m");

const latte = "Nolen Gur Latte";
const mocha = "Cardamom Mocha";

export const textSteps: TextSteps = {
  "words alone: the list has every coffee, and View leads to all of one": async (lynx, { url, list }) => {
    const home = lynx.open(url);
    for (const { name } of await list()) says(home, name);
    const details = lynx.press(home, ofCard(latte, linkNamed("View")));
    says(details, "Burnt sugar, date palm, a long milky finish", "Supplier:", "340 Taka");
  },
  "words alone: search and filters find, and the language is a link away": async (lynx, { url }) => {
    const home = lynx.open(url);
    const acts = [fieldNamed("Search"), "mocha", fieldNamed("Price from"), "300", buttonNamed("Search")];
    const found = lynx.press(home, ...acts);
    says(found, mocha);
    saysNot(found, latte);
    says(lynx.press(home, linkNamed("Bangla")), "কফি যোগ করুন");
  },
  "words alone: a price that is none is told of at its field, and nothing is added": async (lynx, { url, list }) => {
    const count = (await list()).length;
    const refused = add(lynx, url, "Lynx Latte", "twelve");
    says(refused, "Lynx Latte", "Your coffee wasn't added.", "must be a number of 0 or more");
    met("nothing is added", (await list()).length === count);
  },
  "words alone: a coffee is added and edited, and its other fields stay": async (lynx, { url, list }) => {
    says(add(lynx, url, "Lynx Latte", "120"), "was added.", "Lynx Latte");
    const added = (await list()).at(-1);
    met("it is there", added?.name === "Lynx Latte" && String(added.price) === "120");
    const form = lynx.open(url + addresses.updateCoffee(added?._id ?? ""));
    says(lynx.press(form, fieldNamed("Chef"), "Rahim", buttonNamed("update Coffee")), "Lynx Latte", "Chef Rahim");
    const edited = (await list()).at(-1);
    met("only Chef is another", JSON.stringify(edited) === JSON.stringify({ ...added, chef: "Rahim" }));
  },
  "words alone: a delete asks first, and is done once it is answered": async (lynx, { url, list }) => {
    const count = (await list()).length;
    const question = lynx.press(lynx.open(url), ofCard(mocha, buttonNamed("Delete")));
    says(question, `Delete ${mocha}?`);
    met("nothing is deleted yet", (await list()).length === count);
    says(lynx.press(question, buttonNamed("Delete")), "was deleted.");
    const isGone = (await list()).every(({ name }) => name !== mocha);
    met("it is deleted", isGone);
  },
  "words alone: undo after a write, and undo from the changes": async (lynx, { url, list }) => {
    const before = await list();
    const after = add(lynx, url, "A mistake", "1");
    const undone = lynx.press(after, buttonNamed("Undo"));
    says(undone, "A mistake was removed again.");
    met("the list is as it was", JSON.stringify(await list()) === JSON.stringify(before));
    const changes = lynx.press(undone, linkNamed("Recent changes"));
    says(lynx.press(changes, buttonNamed("Undo")), "A mistake is back.");
    met("it is back", (await list()).at(-1)?.name === "A mistake");
  },
};

function add(lynx: Lynx, url: string, name: string, price: string): LynxPage {
  const form = lynx.open(url + addresses.addNewCoffee);
  return lynx.press(form, fieldNamed("Name"), name, fieldNamed("Price"), price, buttonNamed("Add Coffee"));
}

function says({ address, text }: LynxPage, ...words: readonly string[]): void {
  for (const each of words)
    if (!text.replaceAll(/\s+/g, " ").includes(each)) throw new Unmet(`expected: "${each}"; ${address} says:\n${text}`);
}

function saysNot({ address, text }: LynxPage, words: string): void {
  if (text.includes(words)) throw new Unmet(`expected: no "${words}"; ${address} says:\n${text}`);
}

function met(what: string, isMet: boolean): void {
  if (!isMet) throw new Unmet(`expected: ${what}`);
}

async function openTextShop({
  databaseUrl,
  environment,
  besides,
  list,
}: {
  databaseUrl: string;
  environment?: Readonly<Record<string, string>>;
  /** A server that the shop needs, and that ends with it. */
  besides?: AsyncDisposable;
  /** Lists the coffees of another product server. */
  list?: TextShop["list"];
}): Promise<TextShop> {
  const shop = await spawnShop({
    directory: newFolder("shop"),
    environment: { SAMPLE: "on", DATABASE_URL: databaseUrl, ...environment },
  });
  const ending = endWithThisProcess(shop.processId);
  return {
    url: shop.url,
    list: list ?? (() => listCoffees(shop.url)),
    // The shop logs this for each call that another product server refuses.
    complaints: () =>
      shop.complaints.filter((line) => !line.startsWith("POST /coffee failed: This coffee can't be saved")),
    async [Symbol.asyncDispose]() {
      await shop[Symbol.asyncDispose]();
      ending[Symbol.dispose]();
      await besides?.[Symbol.asyncDispose]();
    },
  };
}
