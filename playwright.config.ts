import { defineConfig } from "@playwright/test";
import type { ShopOptions } from "./e2e/fixtures.ts";
import { chromiumArguments, findHeadlessChromium } from "./tools/set-up/find-chromium.ts";

/**
 * The screens of the specification and its product server without their long tests, and at least one test of everything
 * else.
 */
const quick = /^(?!.*@long).*(\b(add-new-coffee|coffee-details|home|product-server|update-coffee)\.spec\.ts|@quick)/s;

/**
 * Every browser test runs on the shop's own product server, and those of the storefront on a classic one as well. `npm test`
 * runs the two quick projects, `npm run drill storefront` the other two.
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
    { name: "quick", use: { productServer: "own" }, grep: quick, grepInvert: /@classic/ },
    { name: "quick-classic", use: { productServer: "classic" }, grep: /@classic/ },
    { name: "own", use: { productServer: "own" }, grepInvert: [quick, /@classic/] },
    { name: "classic", use: { productServer: "classic" }, grepInvert: /@classic|@own/ },
  ],
});
