import { existsSync } from "node:fs";
import { chromium } from "@playwright/test";

const usualPlaces = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** The Chromium that browser tests run in: the one named by CHROMIUM, else the system's, else Playwright's own. */
export function findChromium(): string | undefined {
  const places = [process.env["CHROMIUM"] ?? "", ...usualPlaces, chromium.executablePath()];
  return places.find((place) => existsSync(place));
}

/** Nothing that reaches for the network by itself; without a sandbox only where root leaves no choice. */
export const chromiumArguments = [
  ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
