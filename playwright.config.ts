import { defineConfig } from "@playwright/test";
import type { ShopOptions } from "./e2e/fixtures.ts";
import { chromiumArguments, findHeadlessChromium } from "./tools/set-up/find-chromium.ts";

/** The files whose tests depend most on the product server: they write to it, or are about its failures. */
const aboutProductServer =
  /\b(add-new-coffee|coffee-details|drafts|failures|home|product-server|update-coffee|values|without-scripts)\.spec\.ts/;

/**
 * Every browser test runs on the shop's own product server, and those of the storefront on a classic one as well. `npm test`
 * runs `own` and `classic`, `npm run drill storefront` the other two.
 */
export default defineConfig<ShopOptions>({
  testDir: "e2e",
  outputDir: "test-results/browser",
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  // Logs of CI are often cut to their end: without a terminal, the failures are printed there.
  reporter: [[process.stdout.isTTY ? "line" : "dot"], ["json", { outputFile: "test-results/browser.json" }]],
  // Pictures of the look are made and compared on Linux only; elsewhere letters are drawn otherwise.
  ignoreSnapshots: process.platform !== "linux",
  snapshotPathTemplate: "e2e/look/{arg}{ext}",
  expect: {
    // A caret is hidden by a style of Playwright's own, which the shop's policy does not let in.
    toHaveScreenshot: { caret: "initial", threshold: 0.02, maxDiffPixels: 15 },
  },
  use: {
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: { executablePath: findHeadlessChromium(), args: chromiumArguments },
    screenshot: "only-on-failure",
    // What a test routes, and what it counts, would go through it; e2e/extras/offline.spec.ts is about it.
    serviceWorkers: "block",
  },
  projects: [
    { name: "own", use: { productServer: "own" }, grepInvert: /@classic|@long/ },
    { name: "own-long", use: { productServer: "own" }, grep: /@long/ },
    { name: "classic", use: { productServer: "classic" }, grep: [aboutProductServer, /@classic/], grepInvert: /@own/ },
    { name: "classic-rest", use: { productServer: "classic" }, grepInvert: [aboutProductServer, /@classic/, /@own/] },
  ],
});
