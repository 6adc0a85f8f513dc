import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { expect, test } from "vitest";
import { chromiumArguments, findChromium } from "../../tools/set-up/find-chromium.ts";
import { Children } from "../machine/children.ts";
import { makeCoffees } from "../make-coffees.ts";
import { rowsOf } from "./browser-rows.ts";
import { measureVisit } from "./measure-visits.ts";
import { openPages } from "./open-storefronts.ts";

test("a visit measures every figure of its rows, and really deletes a coffee", async () => {
  const folder = mkdtempSync(join(tmpdir(), "niceties-bench-visits-"));
  const children = new Children(folder);
  mkdirSync(join(folder, "assets"));
  mkdirSync(join(folder, "photographs"));
  writeFileSync(join(folder, "assets", "style.css"), ".coffee-item { content-visibility: auto }");
  const listFile = join(folder, "list.json");
  const coffees = makeCoffees(3, 1).map((coffee, at) => ({ _id: String(at), ...coffee }));
  writeFileSync(listFile, JSON.stringify(coffees));
  const head = JSON.stringify({ style: "/assets/style.css", fonts: [] });
  const pages = await openPages(children, "script-free-server.ts", (port) => [port, listFile, folder, head, folder]);
  await using browser = await chromium.launch({ executablePath: findChromium(), args: chromiumArguments });

  let added = 0;
  const addOne = async () => void added++;
  const storefront = { name: "script-free", url: pages.url, addOne } as const;
  const slowness = { cpuTimes: 1, downBits: 1e9, upBits: 1e9, latencyMs: 0 };
  for (const kind of ["first tap", "actions"] as const) {
    const figures = await measureVisit(browser, kind, storefront, { cycles: 1, patienceMs: 60_000, slowness });
    expect(Object.keys(figures)).toEqual(rowsOf[kind]);
    for (const figure of Object.values(figures)) expect(figure).toBeGreaterThan(0);
  }
  const home = await (await fetch(pages.url)).text();
  expect(coffees.map(({ name }) => home.includes(`<h3>${name}</h3>`))).toEqual([false, true, true]);
  expect(added).toBe(1);
  await pages.close();
});
