// Finds a Chromium for the browser tests, or brings one: from apt where that can be done, else with Playwright's download.
// Brings strace too where apt can, for the test that lets a disk fail.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { findChromium } from "./find-chromium.ts";
import { readArguments } from "../read-arguments.ts";

readArguments(
  "node tools/set-up/setup-browser.ts   finds or installs a Chromium for the browser tests, and strace",
  {},
);

const isDebianRoot = existsSync("/usr/bin/apt-get") && process.getuid?.() === 0;
const missing = [findChromium() ? "" : "chromium", existsSync("/usr/bin/strace") ? "" : "strace"].filter(Boolean);
if (isDebianRoot && missing.length > 0) {
  console.log(`Installing ${missing.join(" and ")} for the tests …`);
  if (run("apt-get", "update", "-qq")) run("apt-get", "install", "-y", "-qq", ...missing);
}

if (!findChromium()) {
  console.log("Installing Chromium for the browser tests …");
  if (!findChromium()) run("playwright", "install", "chromium");
  if (!findChromium()) {
    console.error(
      "The browser tests need Chromium. Install it (Debian: sudo apt-get install chromium), or name it in CHROMIUM.",
    );
    process.exit(1);
  }
}

function run(command: string, ...args: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  return spawnSync(command, args, { stdio: ["ignore", "ignore", "inherit"], env }).status === 0;
}
