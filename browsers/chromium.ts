import { chromium } from "@playwright/test";
import { chromiumArguments } from "../tools/set-up/find-chromium.ts";
import type { TestBrowser, Visitor, VisitorOptions } from "./visitor.ts";

type ChromiumOptions = Readonly<{
  executablePath: string;
  args?: readonly string[];
  /** A script that every document runs before its own scripts. */
  initScript?: string | undefined;
}>;

/** Opens a Chromium of any age, driven by Playwright. */
export async function openChromium({ executablePath, args = [], initScript }: ChromiumOptions): Promise<TestBrowser> {
  const browser = await chromium.launch({ executablePath, args: [...chromiumArguments, ...args] });
  const newVisitor = async ({ prefersDark = false }: VisitorOptions = {}): Promise<Visitor> => {
    const context = await browser.newContext({ locale: "en-GB", colorScheme: prefersDark ? "dark" : "light" });
    if (initScript !== undefined) await context.addInitScript({ content: initScript });
    const page = await context.newPage();
    const errors: string[] = [];
    let isLeft = false;
    page.on("framenavigated", () => {
      isLeft = false;
    });
    page.on("pageerror", (error) => errors.push(`page error: ${error.message}`));
    page.on("console", (message) => {
      if (message.type() === "error" && !isLeft) errors.push(message.text());
    });
    return {
      version: browser.version(),
      errors,
      goTo: async (url) => {
        // An old Chromium reports an error to the page being left for each call that the navigation aborts.
        isLeft = true;
        await page.goto(url).catch(() => {});
        isLeft = false;
      },
      evaluate: (expression) => page.evaluate(expression),
      click: (x, y) => page.mouse.click(x, y),
      type: (text) => page.keyboard.type(text),
      press: (key) => page.keyboard.press(key),
      pressWithControl: (letter) => page.keyboard.press(`Control+${letter}`),
      resize: (width, height) => page.setViewportSize({ width, height }),
      takeScreenshot: () => page.screenshot(),
      print: () => page.pdf({ format: "A4" }),
      [Symbol.asyncDispose]: () => context.close(),
    };
  };
  return { newVisitor, [Symbol.asyncDispose]: () => browser.close() };
}
