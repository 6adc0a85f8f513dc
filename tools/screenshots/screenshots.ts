// Takes all pictures of docs/screens.md: the five screens in four widths, light and dark; hard cases; paper; the focus;
// and all photographs on one sheet.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { addresses } from "../../app/shop/addresses.ts";
import { emptyFields, type CoffeeFields } from "../../catalogue/coffee.ts";
import { coffeeText, fieldsOf } from "../../catalogue/coffee-text.ts";
import { sampleCoffees } from "../../catalogue/sample-coffees.ts";
import { openTestShop } from "../../test/servers/open-test-shop.ts";
import { pngUrl, takeStates } from "./states.ts";
import { Camera, type ColourScheme, type SheetPart } from "./camera.ts";
import { launchChromium } from "../set-up/find-chromium.ts";
import { readArguments, runProgram } from "../read-arguments.ts";

const helpText = "npm run screens     takes all pictures of docs/screens.md again, in about five minutes";

const folder = fileURLToPath(new URL("../../docs/screenshots", import.meta.url));
const screensPage = fileURLToPath(new URL("../../docs/screens.md", import.meta.url));
const photographs = fileURLToPath(new URL("../../public/photographs", import.meta.url));

/** Pictures of wide windows are scaled down: they show the composition, and the words can still be read. */
const scales = { 375: 1, 768: 0.6, 1280: 0.5, 1920: 0.4 };
const schemes: readonly ColourScheme[] = ["light", "dark"];
/** A phone and a desktop. */
const twoWidths = [
  { width: 375, scale: 0.8 },
  { width: 1280, scale: 0.4 },
];
const focusStops = 10;
const paperDotsPerInch = 90;
const totalLimitBytes = 3_500_000;

const [firstCoffee = emptyFields, secondCoffee = emptyFields] = sampleCoffees;

/** Catalogues that are not as large and as complete as the sample. */
const hardHomes: Readonly<Record<string, readonly CoffeeFields[]>> = {
  "one-coffee": sampleCoffees.slice(0, 1),
  "three-coffees": sampleCoffees.slice(0, 3),
  "two-hundred-coffees": coffeesAgain(200).map((coffee, place) => ({ ...coffee, name: `${coffee.name} ${place + 1}` })),
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

/** `count` coffees, which repeat the sample. */
function coffeesAgain(count: number): readonly CoffeeFields[] {
  return Array.from({ length: count }, (_, place) => sampleCoffees[place % sampleCoffees.length] ?? emptyFields);
}

const banglaCoffees = sampleCoffees.filter(({ name }) => /[\u0980-\u09ff]/.test(name));
const boards = [
  { width: 1920, height: 1080 },
  { width: 1080, height: 1920 },
];

async function main(): Promise<void> {
  readArguments(helpText, {});
  if (spawnSync("pdftoppm", ["-v"]).error)
    throw new Error("pdftoppm is missing (Debian: apt-get install poppler-utils).");
  await using browser = await launchChromium();
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
        const picture = { name: `${name}-${width}-${colorScheme}`, url, width: Number(width), scale };
        await camera.take({ ...picture, options: { colorScheme } });
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

/** Takes every screen in Bangla, and home with only Bangla on it. */
async function takeBangla(camera: Camera, screens: Readonly<Record<string, string>>): Promise<void> {
  await using shop = await openTestShop({ firstCoffees: banglaCoffees });
  for (const [name, url] of Object.entries({ ...screens, "bangla-only": shop.url })) {
    for (const { width, scale } of twoWidths) {
      const picture = { url, width, scale, options: { locale: "bn-BD" } };
      const isOnly = name === "bangla-only";
      if (isOnly) await camera.take({ ...picture, name: `${name}-${width}`, height: 2_600 });
      else await camera.take({ ...picture, name: `${name}-bangla-${width}` });
    }
  }
}

/** Takes the board, the menu on a wall, with few coffees and with more than it shows at once. */
async function takeBoards(camera: Camera): Promise<void> {
  for (const count of [5, 12, 60]) {
    const firstCoffees = coffeesAgain(count).map((coffee, place) =>
      place < sampleCoffees.length ? coffee : { ...coffee, name: `${coffee.name} ${place + 1}` },
    );
    await using shop = await openTestShop({ firstCoffees });
    for (const viewport of boards) {
      const { width } = viewport;
      const options = { viewport, locale: count === 12 ? "bn-BD" : "en-GB" };
      const name = `board-${count}-${width}`;
      await camera.take({ name, url: `${shop.url}/?board`, width, scale: 0.4, height: "window", options });
    }
  }
}

/** Takes a search for a word in another script than that of the coffees. */
async function takeFinding(camera: Camera, home: string): Promise<void> {
  for (const { width, scale } of twoWidths)
    await camera.take({
      name: `find-${width}`,
      url: `${home}?q=kofi&category=Milk+coffee`,
      width,
      scale,
      height: "window",
      act: async (page) => {
        await page.locator("mark").first().waitFor();
        await page.getByRole("search").evaluate((form) => scrollTo(0, form.getBoundingClientRect().top - 120));
      },
    });
}

async function takeHardCases(camera: Camera, home: string, addNewCoffee: string): Promise<void> {
  const height = 2_600;
  for (const [name, firstCoffees] of Object.entries(hardHomes)) {
    await using shop = await openTestShop({ firstCoffees });
    for (const { width, scale } of twoWidths)
      await camera.take({ name: `${name}-${width}`, url: shop.url, width, scale, height });
  }
  await camera.take({ name: "home-320", url: home, width: 320, scale: 1, height });
  // A window 1,280 wide at 200 % zoom has the layout of a window half as wide at twice the density.
  const options = { deviceScaleFactor: 2 };
  await camera.take({ name: "home-zoomed", url: home, width: 640, scale: 0.6, height, options });
  await camera.take({
    name: "notice",
    url: addNewCoffee,
    width: 1280,
    scale: 0.5,
    height: "window",
    act: async (form) => {
      await form.getByLabel("Name").first().fill("A coffee that costs less than nothing");
      await form.getByLabel("Price").fill("-5");
      await form.getByRole("button", { name: "Add Coffee" }).click();
      await form.getByRole("region", { name: "Notices" }).getByRole("paragraph").first().waitFor();
    },
  });
}

const by = (visitor: string) => ({ visitor, at: new Date() });

/** Takes what visitors see of the log: the offer to undo, the changes, and two texts for one field. */
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
  for (const width of [375, 1280]) {
    const picture = { width, scale: width === 375 ? 1 : 0.5, height: "window" } as const;
    const home = shop.url + addresses.home;
    for (const colorScheme of schemes) {
      await camera.take({
        ...picture,
        name: `changes-${width}-${colorScheme}`,
        url: `${home}#changes`,
        options: { colorScheme },
        act: (page) => page.getByRole("dialog").getByRole("listitem").first().waitFor(),
      });
    }
    await camera.take({
      ...picture,
      name: `undo-${width}`,
      url: home,
      act: async (page) => {
        const deletes = page.getByRole("button", { name: /^Delete/ });
        await deletes.nth(2).click();
        await page.getByRole("button", { name: "Undo" }).waitFor();
      },
      after: (page) => page.getByRole("button", { name: "Undo" }).click(),
    });
    await camera.take({
      ...picture,
      name: `two-people-${width}`,
      url: shop.url + addresses.updateCoffee(_id),
      act: async (form) => {
        const price = String(300 + width);
        await shop.store.replace(_id, coffeeText({ ...fields, price }), by("3f9a1c20b7de"));
        await form.getByLabel("Price").fill("275");
        await form.getByRole("button", { name: "update Coffee" }).click();
        await form.getByRole("button", { name: /^Use this instead/ }).waitFor();
      },
    });
  }
}

/** Takes the PDF that Ctrl+P gives, drawn by poppler. */
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

/** Takes the first stops of the Tab key, each with its surroundings. */
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

/** Checks that docs/screens.md and the folder have the same pictures, and that the folder stays small. */
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

await runProgram(main);
