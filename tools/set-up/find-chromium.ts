import { existsSync } from "node:fs";
import { chromium, type Browser } from "@playwright/test";

const usualPlaces = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** Chromium without windows. It takes a quarter less work than Chromium for the same tests, and draws letters a little differently. */
export const headlessShell = "/usr/bin/chromium-headless-shell";

/** The Chromium for tests that do not compare pictures: the one named by CHROMIUM, else Debian's headless shell, else as `findChromium`. */
export function findHeadlessChromium(): string | undefined {
  return process.env["CHROMIUM"] === undefined && existsSync(headlessShell) ? headlessShell : findChromium();
}

/** Chromium as visitors have it: the one named by CHROMIUM, else the system's, else Playwright's own. */
export function findChromium(): string | undefined {
  const places = [process.env["CHROMIUM"] ?? "", ...usualPlaces, chromium.executablePath()];
  return places.find((place) => existsSync(place));
}

/** Launches it for a tool. */
export function launchChromium(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error("There is no Chromium; npm test brings one.");
  return chromium.launch({ executablePath, args: chromiumArguments });
}

/**
 * What tools disable in Chromium by themselves. Chromium obeys the last such list alone, so ours, which comes after theirs,
 * says it again.
 */
const disabledBy = {
  Playwright:
    "AimEnabled AvoidCorsURLLoaderRestartOnRedirect AvoidUnnecessaryBeforeUnloadCheckSync DestroyProfileOnBrowserClose " +
    "HttpsFirstBalancedModeAutoEnable HttpsUpgrades LensOverlay MediaRouter NetworkTimeServiceQuerying OptimizationHints " +
    "PaintHolding PreconnectToSearch ThirdPartyStoragePartitioning",
  Lighthouse:
    "AutofillServerCommunication CertificateTransparencyComponentUpdater DialMediaRouteProvider InterestFeedContentSuggestions " +
    "MediaRouter OptimizationHints PrivacySandboxSettings4 RenderDocument Translate",
};

/** The address bar's two lists of suggestions: Chromium 156 draws them as pages in each new window, for about as much work as a short visit. */
const suggestions = ["WebUIOmniboxAimPopup", "WebUIOmniboxPopup"];

export const chromiumArguments = argumentsFor("Playwright");
export const lighthouseArguments = argumentsFor("Lighthouse");

/** Nothing that reaches for the network by itself; without a sandbox only where root leaves no choice. */
function argumentsFor(tool: keyof typeof disabledBy): string[] {
  return [
    ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    `--disable-features=${[...disabledBy[tool].split(" "), ...suggestions].join(",")}`,
  ];
}
