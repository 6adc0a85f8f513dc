import { defineConfig } from "@playwright/test";
import { allBadHabits } from "./e2e/classic-product-server.ts";
import type { ShopOptions } from "./e2e/fixtures.ts";
import config from "./playwright.config.ts";

/**
 * The storefront's tests with a product server that has the bad habits. Two are left out, for they contradict nearly every
 * test: other coffees than the test's are in the list, and no document has its coffee. In e2e/product-server.spec.ts all of
 * them are on.
 */
const badHabits = allBadHabits.filter((habit) => habit !== "holdsOddCoffees" && habit !== "isSlow");
const use = { productServer: "classic", badHabits } as const;

/** What a habit contradicts: an edit of a coffee that is gone adds none; a price is stored as it was sent. */
const contradicted = [
  /@own/,
  /the update form is blank, and sending it changes nothing/,
  /what was typed is kept until a server says that it took it/,
  /a coffee can be added by keyboard alone/,
  /an acknowledged coffee is sent as the form gives it/,
  /no length and no format is checked before sending/,
  /an edit is sent whole, merged into the list/,
];

/** What reads a notice or waits for another extra. */
const needsExtras = [
  /Learn More does nothing/,
  /and a notice leads to it/,
  /the detail page of an unknown coffee shows blanks/,
  /shows blanks where the connection breaks/,
  /when nothing was modified the visitor stays/,
  /the update form is not sent, for its blanks/,
  /stays in the shop, whatever language is chosen/,
];

export default defineConfig<ShopOptions>({
  ...config,
  projects: [
    { name: "extras-on", use: { ...use, extras: "on" }, grepInvert: contradicted },
    {
      name: "extras-off",
      use: { ...use, extras: "off" },
      testMatch: /(home|add-new-coffee|coffee-details|update-coffee|not-found|every-page|values|photos)\.spec\.ts$/,
      grepInvert: [...contradicted, ...needsExtras],
    },
  ],
});
