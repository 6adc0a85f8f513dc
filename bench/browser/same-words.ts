import type { Browser } from "@playwright/test";
import type { Storefront } from "./storefront.ts";

/** Throws if a storefront's home has other words than that of the first: then they could not be compared. */
export async function checkSameWords(browser: Browser, storefronts: readonly Storefront[]): Promise<void> {
  const [first, ...others] = storefronts;
  if (!first) return;
  const expectedWords = await wordsOf(browser, first);
  if (expectedWords.length === 0) throw new Error(`${first.name} says nothing.`);
  for (const storefront of others) {
    const words = await wordsOf(browser, storefront);
    const at = expectedWords.findIndex((line, place) => line !== words[place]);
    if (at >= 0 || expectedWords.length !== words.length)
      throw new Error(`Where ${first.name} says “${expectedWords[at]}”, ${storefront.name} says “${words[at]}”.`);
  }
}

/** The texts of headings, blurbs and cards, and the addresses of photographs, from top to bottom. */
async function wordsOf(browser: Browser, { url }: Storefront): Promise<readonly string[]> {
  const page = await browser.newPage();
  try {
    await page.goto(url);
    await page.locator(".coffee-item").first().waitFor();
    return await page.evaluate(() => {
      const selectors =
        "main :is(h1, h2, h3, .hero p, .blurbs p, .coffee-card-price, .coffee-card-words > p:nth-child(2), img)";
      return Array.from(document.querySelectorAll(selectors), (element) =>
        element instanceof HTMLImageElement ? element.src.replace(location.origin, "") : (element.textContent ?? ""),
      );
    });
  } finally {
    await page.close();
  }
}
