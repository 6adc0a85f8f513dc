// Takes all pictures that docs/screens.md shows: the five screens in four widths, light and dark; hard cases; paper; what
// has the focus; and all photographs on one sheet.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium, type Page } from "@playwright/test";
import { addresses } from "../../app/shop/addresses.ts";
import { emptyFields, type CoffeeFields } from "../../catalogue/coffee.ts";
import { coffeeText, fieldsOf } from "../../catalogue/coffee-text.ts";
import { sampleCoffees } from "../../catalogue/sample-coffees.ts";
import { bangla } from "../../app/words/bangla.ts";
import { english, type Words } from "../../app/words/english.ts";
import { openTestShop } from "../../test/open-test-shop.ts";
import { Camera, settle, type ColourScheme, type SheetPart } from "./camera.ts";
import { chromiumArguments, findChromium } from "../set-up/find-chromium.ts";
import { readArguments } from "../read-arguments.ts";

const helpText = "npm run screens     takes all pictures that docs/screens.md shows anew, in about five minutes";

const folder = fileURLToPath(new URL("../../docs/screenshots", import.meta.url));
const screensPage = fileURLToPath(new URL("../../docs/screens.md", import.meta.url));
const photographs = fileURLToPath(new URL("../../public/photographs", import.meta.url));

/** Wide windows are kept smaller: what they show is the composition, and the words can still be read. */
const scales = { 375: 1, 768: 0.6, 1280: 0.5, 1920: 0.4 };
const schemes: readonly ColourScheme[] = ["light", "dark"];
const focusStops = 10;
const paperDotsPerInch = 90;
const totalLimitBytes = 3_500_000;

const [firstCoffee = emptyFields, secondCoffee = emptyFields] = sampleCoffees;

/** Homes that are not as full and as well filled in as the sample's. */
const hardHomes: Readonly<Record<string, readonly CoffeeFields[]>> = {
  "one-coffee": sampleCoffees.slice(0, 1),
  "three-coffees": sampleCoffees.slice(0, 3),
  "two-hundred-coffees": Array.from({ length: 200 }, (_, place) => ({
    ...(sampleCoffees[place % sampleCoffees.length] ?? emptyFields),
    name: `${sampleCoffees[place % sampleCoffees.length]?.name} ${place + 1}`,
  })),
  "hard-values": [
    emptyFields,
    {
      ...firstCoffee,
      name: "Endlessly long names ".repeat(15).slice(0, 300),
      chef: "Somebody with a long name ".repeat(6),
    },
    { ...secondCoffee, name: "x".repeat(300), price: "123456789012345678901234567890" },
    { ...firstCoffee, name: "A dead photo", photo: "/photographs/never-taken.jpg" },
    { ...firstCoffee, name: "A photo that is no address", photo: "a nice picture", price: "" },
  ],
};

const banglaCoffees = sampleCoffees.filter(({ name }) => /[\u0980-\u09ff]/.test(name));
const boards = [
  [1920, 1080],
  [1080, 1920],
] as const;

async function main(): Promise<void> {
  readArguments(helpText, {});
  const executablePath = findChromium();
  if (!executablePath) throw new Error("There is no Chromium; npm test brings one.");
  if (spawnSync("pdftoppm", ["-v"]).error)
    throw new Error("pdftoppm is missing (Debian: apt-get install poppler-utils).");
  await using browser = await chromium.launch({ executablePath, args: chromiumArguments });
  const camera = new Camera(browser, folder);
  await using shop = await openTestShop({ firstCoffees: sampleCoffees });
  const [first] = (await shop.store.list()).coffees;
  if (!first) throw new Error("The sample catalogue is empty.");
  const screens = {
    home: shop.url + addresses.home,
    "add-new-coffee": shop.url + addresses.addNewCoffee,
    "coffee-details": shop.url + addresses.coffeeDetails(first.id),
    "update-coffee": shop.url + addresses.updateCoffee(first.id),
    "not-found": `${shop.url}/no-such-page`,
  };

  for (const [name, url] of Object.entries(screens)) {
    for (const [width, scale] of Object.entries(scales)) {
      for (const colorScheme of schemes) {
        const page = await camera.open(url, Number(width), { colorScheme });
        await camera.takePage(page, `${name}-${width}-${colorScheme}`, { scale });
        await page.close();
      }
    }
  }
  await takeBangla(camera, screens);
  await takeBoards(camera);
  await takeFinding(camera, screens.home);
  await takeMemory(camera);
  await takeStates(camera);
  await takeHardCases(camera, screens.home, screens["add-new-coffee"]);
  for (const screen of ["home", "coffee-details"] as const) await takePaper(camera, screens[screen], `paper-${screen}`);
  for (const screen of ["home", "update-coffee"] as const) await takeFocus(camera, screens[screen], `focus-${screen}`);
  const names = readdirSync(photographs).filter((file) => file.endsWith(".jpg"));
  const photos = names.map((file) => ({ source: `${shop.url}/photographs/${file}`, words: file.replace(".jpg", "") }));
  await camera.takeSheet("photographs", photos, 6, 1_200);
  checkWhole(camera.bytes);
}

/** Every screen in Bangla, and home with nothing else on it. */
async function takeBangla(camera: Camera, screens: Readonly<Record<string, string>>): Promise<void> {
  await using shop = await openTestShop({ firstCoffees: banglaCoffees });
  for (const [name, url] of Object.entries({ ...screens, "bangla-only": shop.url })) {
    for (const [width, scale] of [
      [375, 0.8],
      [1280, 0.4],
    ] as const) {
      const page = await camera.open(url, width, { locale: "bn-BD" });
      const height = name === "bangla-only" ? 2_600 : Infinity;
      await camera.takePage(page, name === "bangla-only" ? `${name}-${width}` : `${name}-bangla-${width}`, {
        scale,
        height,
      });
      await page.close();
    }
  }
}

type State = Readonly<{ path: (firstId: string) => string; show?: (page: Page, words: Words) => Promise<void> }>;

/** What a visitor meets besides whole pages, each in a window that shows it. */
const states: Readonly<Record<string, State>> = {
  hero: { path: () => addresses.home },
  filters: {
    path: () => `${addresses.home}?category=Espresso`,
    show: (page) =>
      page.getByRole("search").evaluate((form) => {
        for (const filters of form.querySelectorAll("details")) filters.open = true;
        scrollTo(0, form.getBoundingClientRect().top - 16);
      }),
  },
  refused: {
    path: () => addresses.addNewCoffee,
    show: async (page, { coffee, form, notices }) => {
      await page.getByLabel(coffee.fields.price).fill("-5");
      await page.getByRole("button", { name: form.add.submit }).click();
      await page.getByRole("region", { name: notices.region }).getByRole("paragraph").first().waitFor();
    },
  },
  added: {
    path: () => addresses.addNewCoffee,
    show: async (page, { coffee, form, notices }) => {
      await page.getByRole("main").getByLabel(coffee.fields.name, { exact: true }).fill("Rooftop Rain");
      await page.getByRole("button", { name: form.add.submit }).click();
      await page.getByRole("link", { name: coffee.viewNamed("Rooftop Rain") }).waitFor();
      await page.getByRole("button", { name: notices.undo }).waitFor();
    },
  },
  deleted: {
    path: () => addresses.home,
    show: async (page, { coffee, notices }) => {
      const buttons = page.getByRole("button", { name: new RegExp(coffee.deleteNamed("").trim()) });
      for (let count = 0; count < 4; count += 1) {
        const before = await buttons.count();
        await buttons.nth(1).click();
        await page.waitForFunction((left) => document.querySelectorAll(".action-delete").length < left, before);
      }
      await page.getByRole("button", { name: notices.undo }).first().waitFor();
    },
  },
  details: {
    path: addresses.coffeeDetails,
    show: (page) => page.locator(".facts").evaluate((facts) => facts.scrollIntoView({ block: "start" })),
  },
  alike: {
    path: addresses.coffeeDetails,
    show: (page) => page.locator(".around").evaluate((around) => around.scrollIntoView({ block: "start" })),
  },
};

/** A phone upright and on its side, a desk, and the desk at 200 %, which lays out as half as wide at twice the density. */
const stateWindows = [
  { width: 375, height: 812, deviceScaleFactor: 1 },
  { width: 812, height: 375, deviceScaleFactor: 1 },
  { width: 1280, height: 800, deviceScaleFactor: 1 },
  { width: 640, height: 400, deviceScaleFactor: 2 },
];

/** Each state in both languages and in each of these windows. */
async function takeStates(camera: Camera): Promise<void> {
  for (const [name, { path, show }] of Object.entries(states)) {
    const parts: SheetPart[] = [];
    for (const words of [english, bangla]) {
      for (const { width, height, deviceScaleFactor } of stateWindows) {
        await using shop = await openTestShop({ firstCoffees: sampleCoffees });
        const [first] = (await shop.store.list()).coffees;
        const options = { viewport: { width, height }, deviceScaleFactor, locale: words.locale };
        const page = await camera.open(shop.url + path(first?.id ?? ""), width, options);
        await show?.(page, words);
        await settle(page);
        const zoom = deviceScaleFactor === 2 ? "1280 × 800 at 200 %" : `${width} × ${height}`;
        parts.push({ source: pngUrl(await page.screenshot()), words: `${zoom}, ${words.language}` });
        await page.close();
      }
    }
    await camera.takeSheet(`state-${name}`, parts, stateWindows.length, 1_500);
  }
}

/** The menu on a wall, with few coffees and with more than it holds at once. */
async function takeBoards(camera: Camera): Promise<void> {
  for (const count of [5, 12, 60]) {
    const firstCoffees = Array.from({ length: count }, (_, place) => {
      const coffee = sampleCoffees[place % sampleCoffees.length] ?? emptyFields;
      return place < sampleCoffees.length ? coffee : { ...coffee, name: `${coffee.name} ${place + 1}` };
    });
    await using shop = await openTestShop({ firstCoffees });
    for (const [width, height] of boards) {
      const viewport = { width, height };
      const page = await camera.open(`${shop.url}/?board`, width, {
        viewport,
        locale: count === 12 ? "bn-BD" : "en-GB",
      });
      await camera.takeWindow(page, `board-${count}-${width}`, 0.4);
      await page.close();
    }
  }
}

/** What was searched for, in the script that it was not written in. */
async function takeFinding(camera: Camera, home: string): Promise<void> {
  for (const [width, scale] of [
    [375, 0.8],
    [1280, 0.4],
  ] as const) {
    const page = await camera.open(`${home}?q=kofi&category=Milk+coffee`, width);
    await page.locator("mark").first().waitFor();
    await page.getByRole("search").evaluate((form) => scrollTo(0, form.getBoundingClientRect().top - 120));
    await camera.takeWindow(page, `find-${width}`, scale);
    await page.close();
  }
}

async function takeHardCases(camera: Camera, home: string, addNewCoffee: string): Promise<void> {
  for (const [name, firstCoffees] of Object.entries(hardHomes)) {
    await using shop = await openTestShop({ firstCoffees });
    for (const [width, scale] of [
      [375, 0.8],
      [1280, 0.4],
    ] as const) {
      const page = await camera.open(shop.url, width);
      await camera.takePage(page, `${name}-${width}`, { scale, height: 2_600 });
      await page.close();
    }
  }
  const narrow = await camera.open(home, 320);
  await camera.takePage(narrow, "home-320", { scale: 1, height: 2_600 });
  await narrow.close();
  // A window 1,280 wide, zoomed to 200 %, lays out as one of half the width at twice the density.
  const zoomed = await camera.open(home, 640, { deviceScaleFactor: 2 });
  await camera.takePage(zoomed, "home-zoomed", { scale: 0.6, height: 2_600 });
  await zoomed.close();
  const form = await camera.open(addNewCoffee, 1280);
  await form.getByLabel("Name").first().fill("A coffee that costs less than nothing");
  await form.getByLabel("Price").fill("-5");
  await form.getByRole("button", { name: "Add Coffee" }).click();
  await form.getByRole("region", { name: "Notices" }).getByRole("paragraph").first().waitFor();
  await camera.takeWindow(form, "notice", 0.5);
  await form.close();
}

const by = (visitor: string) => ({ visitor, at: new Date() });

/** What visitors see of the log: the offer to undo, the changes, and two texts for one field. */
async function takeMemory(camera: Camera): Promise<void> {
  await using shop = await openTestShop({ firstCoffees: sampleCoffees });
  const { coffees } = await shop.store.list();
  const [first, second] = coffees;
  if (!first || !second) throw new Error("The sample catalogue is empty.");
  const { id: _id, text } = first;
  const fields = fieldsOf(text);
  await shop.store.replace(
    _id,
    coffeeText({ ...fields, price: "280", taste: "Clotted cream, cardamom, a slow sweetness" }),
    by("3f9a1c20b7de"),
  );
  await shop.store.remove(second.id, by("81be04d2a6f7"));
  for (const [width, scale] of [
    [375, 1],
    [1280, 0.5],
  ] as const) {
    for (const colorScheme of schemes) {
      const changes = await camera.open(`${shop.url}${addresses.home}#changes`, width, { colorScheme });
      await changes.getByRole("dialog").getByRole("listitem").first().waitFor();
      await camera.takeWindow(changes, `changes-${width}-${colorScheme}`, scale);
      await changes.close();
    }
    const undo = await camera.open(shop.url + addresses.home, width);
    await undo
      .getByRole("button", { name: /^Delete/ })
      .nth(2)
      .click();
    await undo.getByRole("button", { name: "Undo" }).waitFor();
    await camera.takeWindow(undo, `undo-${width}`, scale);
    await undo.getByRole("button", { name: "Undo" }).click();
    await undo.close();
    const form = await camera.open(shop.url + addresses.updateCoffee(_id), width);
    const price = String(300 + width);
    await shop.store.replace(_id, coffeeText({ ...fields, price }), by("3f9a1c20b7de"));
    await form.getByLabel("Price").fill("275");
    await form.getByRole("button", { name: "update Coffee" }).click();
    await form.getByRole("button", { name: /^Use this instead/ }).waitFor();
    await camera.takeWindow(form, `two-people-${width}`, scale);
    await form.close();
  }
}

/** What Ctrl+P gives: the very PDF, drawn by poppler. */
async function takePaper(camera: Camera, url: string, name: string): Promise<void> {
  const page = await camera.open(url, 1280);
  const work = mkdtempSync(join(tmpdir(), "niceties-paper-"));
  try {
    const pdf = join(work, "page.pdf");
    await page.pdf({ path: pdf, format: "A4", preferCSSPageSize: true });
    execFileSync("pdftoppm", ["-png", "-r", String(paperDotsPerInch), pdf, join(work, "sheet")]);
    const sheets = readdirSync(work).filter((file) => file.endsWith(".png"));
    const parts = sheets.toSorted().map((file, place) => ({
      source: pngUrl(readFileSync(join(work, file))),
      words: `Page ${place + 1} of ${sheets.length}`,
    }));
    await camera.takeSheet(name, parts, parts.length, 14 + parts.length * (Math.round(8.27 * paperDotsPerInch) + 14));
  } finally {
    rmSync(work, { recursive: true });
    await page.close();
  }
}

/** The first stops of the Tab key, each with what is around it. */
async function takeFocus(camera: Camera, url: string, name: string): Promise<void> {
  const parts: SheetPart[] = [];
  for (const colorScheme of schemes) {
    const page = await camera.open(url, 1280, { colorScheme });
    for (let stop = 1; stop <= focusStops; stop += 1) parts.push(await takeStop(page, `${stop}, ${colorScheme}`));
    await page.close();
  }
  await camera.takeSheet(name, parts, 5, 1_400);
}

async function takeStop(page: Page, words: string): Promise<SheetPart> {
  const size = { width: 360, height: 200 };
  await page.keyboard.press("Tab");
  const box = await page.locator(":focus").boundingBox();
  const window = page.viewportSize();
  if (!box || !window) throw new Error("Nothing has the focus.");
  const x = between(0, box.x + box.width / 2 - size.width / 2, window.width - size.width);
  const y = between(0, box.y + box.height / 2 - size.height / 2, window.height - size.height);
  return { source: pngUrl(await page.screenshot({ clip: { x, y, ...size }, caret: "initial" })), words };
}

function between(least: number, value: number, most: number): number {
  return Math.max(least, Math.min(value, most));
}

function pngUrl(png: Buffer): string {
  return `data:image/png;base64,${png.toString("base64")}`;
}

/** The page and the folder must speak of the same pictures, and the folder must stay light. */
function checkWhole(bytes: number): void {
  const shown = readFileSync(screensPage, "utf8").matchAll(/\(screenshots\/([^)]+)\)/g);
  const missing = new Set(Array.from(shown, ([, file]) => file));
  const unshown = readdirSync(folder).filter((file) => !missing.delete(file));
  console.log(`\n${readdirSync(folder).length} pictures, ${(bytes / 1_000_000).toFixed(2)} MB`);
  const faults = [
    ...unshown.map((file) => `docs/screens.md does not show ${file}.`),
    ...Array.from(missing, (file) => `docs/screens.md shows ${file}, which is not taken.`),
    ...(bytes > totalLimitBytes ? [`That is more than ${totalLimitBytes / 1_000_000} MB.`] : []),
  ];
  for (const fault of faults) console.error(fault);
  if (faults.length > 0) process.exitCode = 1;
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
