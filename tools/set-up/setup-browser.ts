// Finds a Chromium for the browser tests, or installs one: from apt if possible, else with Playwright's download.
// Installs the other programs that tests call too, if apt can.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { missingPackages } from "../installed-programs.ts";
import { findChromium, headlessShell } from "./find-chromium.ts";
import { isDebianRoot, runInstaller } from "./install-locked.ts";
import { readArguments } from "../read-arguments.ts";

readArguments(
  "node tools/set-up/setup-browser.ts   finds or installs a Chromium for the browser tests, and what else tests call",
  {},
);

if (isDebianRoot) {
  const chromium = findChromium() ? [] : ["chromium"];
  const others = missingPackages();
  const isMissing = chromium.length + others.length > 0;
  if (!isMissing || runInstaller("apt-get", "update", "-qq")) {
    if (!existsSync(headlessShell) && hasPackage("chromium-headless-shell")) chromium.push("chromium-headless-shell");
    if (chromium.length + others.length > 0)
      console.log(`Installing ${[...chromium, ...others].join(", ")} for the tests …`);
    if (chromium.length > 0) runInstaller("apt-get", "install", "-y", "-qq", ...chromium);
    if (others.length > 0) runInstaller("apt-get", "install", "-y", "-qq", "--no-install-recommends", ...others);
  }
}

if (!findChromium()) {
  console.log("Installing Chromium for the browser tests …");
  if (!findChromium()) runInstaller("playwright", "install", "chromium");
  if (!findChromium()) {
    console.error(
      "The browser tests need Chromium. Install it (Debian: sudo apt-get install chromium), or name it in CHROMIUM.",
    );
    process.exit(1);
  }
}

function hasPackage(name: string): boolean {
  return spawnSync("apt-cache", ["show", name], { stdio: "ignore" }).status === 0;
}
