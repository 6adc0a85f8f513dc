import { chromium, type LaunchOptions, type TestInfo } from "@playwright/test";

/**
 * A folder for a browser's profile, which a restarted browser finds again, and a function that starts a browser with it
 * and resolves to its first page.
 */
export function persistentBrowser(info: TestInfo, launchOptions: LaunchOptions, baseURL: string) {
  const profile = info.outputPath("profile");
  const startBrowser = async () => {
    const context = await chromium.launchPersistentContext(profile, { ...launchOptions, baseURL });
    return { context, page: context.pages()[0] ?? (await context.newPage()) };
  };
  return { profile, startBrowser };
}
