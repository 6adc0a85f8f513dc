import { existsSync } from "node:fs";
import { chromium, type Browser } from "@playwright/test";

const usualPlaces = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** Chromium without windows. The same tests cost a quarter less work in it. It draws letters a little differently. */
export const headlessShell = "/usr/bin/chromium-headless-shell";

/** For tests that do not compare pictures: the one in CHROMIUM, else Debian's headless shell, else `findChromium`. */
export function findHeadlessChromium(): string | undefined {
  return process.env["CHROMIUM"] === undefined && existsSync(headlessShell) ? headlessShell : findChromium();
}

/** Chromium as visitors have it: the one named by CHROMIUM, else the system's, else Playwright's own. */
export function findChromium(): string | undefined {
  const places = [process.env["CHROMIUM"] ?? "", ...usualPlaces, chromium.executablePath()];
  return places.find((place) => existsSync(place));
}

/** Launches Chromium for a tool. */
export function launchChromium(): Promise<Browser> {
  const executablePath = findChromium();
  if (executablePath === undefined) throw new Error("There is no Chromium; npm test brings one.");
  return chromium.launch({ executablePath, args: chromiumArguments });
}

/**
 * The features that each tool disables in Chromium by itself. Chromium obeys only the last such list, so ours, which
 * comes after the tool's, repeats them.
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

/**
 * The address bar's two lists of suggestions. Chromium 156 draws them as pages in each new window, which takes about as
 * much work as a short visit.
 */
const suggestions = ["WebUIOmniboxAimPopup", "WebUIOmniboxPopup"];

export const chromiumArguments = argumentsFor("Playwright");
export const lighthouseArguments = argumentsFor("Lighthouse");

/** Turns off features that use the network by themselves, and the sandbox only for root, who has no choice. */
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
