import { writeFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import type { Page, TestInfo } from "@playwright/test";
import { isBlank } from "../../catalogue/text/is-blank.ts";
import { fieldsOf } from "../../catalogue/coffee-text.ts";
import { hostileCoffees } from "../../test/hostile-coffees.ts";
import { writeHtml } from "../../cli/formats/html-format.ts";
import { expect, test } from "../fixtures.ts";

const coffees = hostileCoffees(300, 11);

/** Writes an HTML export of the catalogue to a file and opens the file in the browser. */
async function openFile(page: Page, testInfo: TestInfo): Promise<void> {
  const shop = {
    shopName: "</title><script>alert(1)</script>",
    at: new Date("2026-11-21T10:00:00Z"),
    palette: { light: new Map(), dark: new Map() },
    photographs: new Map(),
    publicUrl: "",
  };
  const file = testInfo.outputPath("coffees.html");
  await writeFile(file, [...writeHtml(coffees, shop)].join(""));
  await page.goto(pathToFileURL(file).href);
}

test(
  "@own an HTML export shows names and details exactly, holds no injected script and requests nothing",
  { tag: "@quick" },
  async ({ page }, testInfo) => {
    const requests: string[] = [];
    page.on("request", (request) => requests.push(new URL(request.url()).protocol));
    await openFile(page, testInfo);
    const fields = coffees.map(({ text }) => fieldsOf(text));
    const details = fields.map((coffee) => coffee.details);
    expect(await page.locator(".fact-details dd").evaluateAll((all) => all.map((each) => each.textContent))).toEqual(
      details,
    );
    const names = fields.map(({ name }) => (isBlank(name) ? "Unnamed coffee" : name));
    expect(await page.locator("h2").evaluateAll((all) => all.map((each) => each.textContent))).toEqual(names);
    expect(await page.evaluate(() => [document.scripts.length, document.links.length, document.forms.length])).toEqual([
      1, 0, 0,
    ]);
    expect(requests.filter((protocol) => protocol !== "data:")).toEqual(["file:"]);
  },
);

test("@own an HTML export does not scroll sideways on a phone", async ({ page }, testInfo) => {
  await page.setViewportSize({ width: 375, height: 700 });
  await openFile(page, testInfo);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(375);
});
