// The browsers of the visit: where each is on this machine, and how it is opened.
import { chmodSync, existsSync, globSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { brotliDecompressSync } from "node:zlib";
import { findChromium } from "../tools/set-up/find-chromium.ts";
import { removalOfNewInterfaces } from "./above-floor.ts";
import { openChromium } from "./chromium.ts";
import { openFirefox } from "./firefox.ts";
import type { TestBrowser } from "./visitor.ts";
import { openWebKit } from "./webkit.ts";

export type FoundBrowser = Readonly<{ open: () => Promise<TestBrowser> }> | Readonly<{ missing: string }>;

/** Where the packages of old browsers are installed. */
export const packages = fileURLToPath(new URL(".", import.meta.url));
const fromPackages = "npm run test:browsers installs it";

const webKitDriver = "/usr/bin/WebKitWebDriver";
const [webKit] = globSync("/usr/lib/*/webkit2gtk-4.*/MiniBrowser");

/** The browsers by name, the most common among visitors first. */
export const browsers: Readonly<Record<string, () => FoundBrowser>> = {
  chromium: () => currentChromium(),
  firefox: () => {
    const place = ["/usr/bin/firefox-esr", "/usr/bin/firefox"].find((path) => existsSync(path));
    return place === undefined
      ? { missing: "Debian: apt-get install firefox-esr" }
      : { open: async () => openFirefox(place) };
  },
  webkit: () => {
    if (webKit === undefined || !existsSync(webKitDriver) || !existsSync("/usr/bin/Xvfb"))
      return { missing: "Debian: apt-get install webkit2gtk-driver xvfb" };
    return { open: () => openWebKit(webKitDriver, webKit) };
  },
  "chromium-109": () => oldChromium("chromium-109"),
  "chromium-106": () => oldChromium("chromium-106"),
  floor: () => currentChromium(removalOfNewInterfaces),
};

function currentChromium(initScript: () => string | undefined = () => undefined): FoundBrowser {
  const executablePath = findChromium();
  if (executablePath === undefined) return { missing: "Debian: apt-get install chromium" };
  return { open: () => openChromium({ executablePath, initScript: initScript() }) };
}

/** A Chromium from npm, whose executable is compressed. */
function oldChromium(name: string): FoundBrowser {
  const folder = `${packages}node_modules/${name}/bin`;
  if (!existsSync(folder)) return { missing: fromPackages };
  const executablePath = `${folder}/${name}`;
  const open = () => {
    if (!existsSync(executablePath)) {
      const aside = `${executablePath}-${process.pid}`;
      writeFileSync(aside, brotliDecompressSync(readFileSync(`${folder}/chromium.br`)));
      chmodSync(aside, 0o755);
      renameSync(aside, executablePath);
    }
    return openChromium({ executablePath, args: ["--no-sandbox"] });
  };
  return { open };
}
