import type { Page } from "@playwright/test";
import { addresses } from "../../app/shop/addresses.ts";
import type { Words } from "../../app/words/english.ts";

type State = Readonly<{ path: (firstId: string) => string; show?: (page: Page, words: Words) => Promise<void> }>;

/** What a visitor meets besides whole pages, each in a window that shows it. */
export const states: Readonly<Record<string, State>> = {
  hero: { path: () => addresses.home },
  filters: {
    path: () => `${addresses.home}?category=Espresso`,
    show: (page) =>
      page.getByRole("search").evaluate((form) => {
        for (const filters of form.querySelectorAll("details")) filters.open = true;
        scrollTo(0, form.getBoundingClientRect().top - 16);
      }),
  },
  refused: {
    path: () => addresses.addNewCoffee,
    show: async (page, { coffee, form, notices }) => {
      await page.getByLabel(coffee.fields.price).fill("-5");
      await page.getByRole("button", { name: form.add.submit }).click();
      await page.getByRole("region", { name: notices.region }).getByRole("paragraph").first().waitFor();
    },
  },
  added: {
    path: () => addresses.addNewCoffee,
    show: async (page, { coffee, form, notices }) => {
      await page.getByRole("main").getByLabel(coffee.fields.name, { exact: true }).fill("Rooftop Rain");
      await page.getByRole("button", { name: form.add.submit }).click();
      await page.getByRole("link", { name: coffee.viewNamed("Rooftop Rain") }).waitFor();
      await page.getByRole("button", { name: notices.undo }).waitFor();
    },
  },
  deleted: {
    path: () => addresses.home,
    show: async (page, { coffee, notices }) => {
      const buttons = page.getByRole("button", { name: new RegExp(coffee.deleteNamed("").trim()) });
      for (let count = 0; count < 4; count += 1) {
        const before = await buttons.count();
        await buttons.nth(1).click();
        await page.waitForFunction((left) => document.querySelectorAll(".action-delete").length < left, before);
      }
      await page.getByRole("button", { name: notices.undo }).first().waitFor();
    },
  },
  details: {
    path: addresses.coffeeDetails,
    show: (page) => page.locator(".facts").evaluate((facts) => facts.scrollIntoView({ block: "start" })),
  },
  alike: {
    path: addresses.coffeeDetails,
    show: (page) => page.locator(".around").evaluate((around) => around.scrollIntoView({ block: "start" })),
  },
};
