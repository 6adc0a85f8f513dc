import { addresses } from "../../app/shop/addresses.ts";
import { cardOf, expect, latte, open, test } from "../fixtures.ts";

test.use({ runs: "in development" });

test("@own in development one process serves the pages, hydrates them and connects hot reload", async ({ page }) => {
  const connected = page.waitForEvent("console", (message) => message.text() === "[vite] connected.");
  await open(page, addresses.home);
  await connected;
  await page.getByRole("button", { name: `Delete ${latte.name}` }).click();
  await expect(cardOf(page, latte.name)).toHaveCount(0);
});
