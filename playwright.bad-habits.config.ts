import { defineConfig } from "@playwright/test";
import { allBadHabits } from "./test/servers/classic-product-server.ts";
import type { ShopOptions } from "./e2e/fixtures.ts";
import config from "./playwright.config.ts";

/**
 * The storefront's tests with a product server that has the bad habits. Two are left out, for they contradict nearly every
 * test: other coffees than the test's are in the list, and no document has its coffee. In
 * e2e/server/product-server.spec.ts all of them are on.
 */
const badHabits = allBadHabits.filter((habit) => habit !== "holdsOddCoffees" && habit !== "isSlow");
const use = { productServer: "classic", badHabits } as const;

/** These tests send an edit of a coffee that is gone and expect that none is added. A server that upserts adds one. */
const contradicted = [
  /the update form is blank, and sending it changes nothing/,
  /what was typed is kept until a server says that it took it/,
];

/** Each of their tests is of an extra, or turns extras off itself. */
const ofExtrasAlone =
  /\/(board|copies|drafts|find|follow|languages|large-photo|offline|offline-photos|photo-\w+|preview|share|two-people|undo|visitors)\.spec\.ts$/;

export default defineConfig<ShopOptions>({
  ...config,
  projects: [
    { name: "extras-on", use: { ...use, extras: "on" }, grepInvert: [/@own/, ...contradicted] },
    {
      name: "extras-off",
      use: { ...use, extras: "off" },
      testIgnore: ofExtrasAlone,
      grepInvert: [/@own|@extras/, ...contradicted],
    },
  ],
});
