import { addresses } from "../../app/shop/addresses.ts";
import { expect, formOf, latte, open, requestsOf, test } from "../fixtures.ts";

const screens = ["home", "add", "details", "update", "not found"] as const;

for (const screen of screens) {
  const tag = screen === "home" || screen === "not found" ? "@quick" : [];
  test.describe(`the ${screen} page`, () => {
    test.use({ expected: screen === "not found" ? { console: /404/ } : {} });

    test.beforeEach(async ({ page, shop }) => {
      const id = (await shop.list())[0]?._id ?? "";
      const paths = {
        home: addresses.home,
        add: addresses.addNewCoffee,
        details: addresses.coffeeDetails(id),
        update: addresses.updateCoffee(id),
        "not found": "/nowhere",
      };
      await open(page, paths[screen]);
    });

    test(`${screen}: the header holds the logo and the shop's name, and leads home`, { tag }, async ({ page }) => {
      const brand = page.getByRole("banner").getByRole("link", { name: "Niceties" });
      await expect(brand.locator("svg")).toBeVisible();
      await expect(brand).toHaveAttribute("href", addresses.home);
      await brand.click();
      await expect(page).toHaveURL(addresses.home);
    });

    test(
      `${screen}: the footer holds contact, social icons, the form and the copyright line`,
      { tag },
      async ({ page, extras }) => {
        const footer = page.getByRole("contentinfo");
        await expect(footer.locator("address")).toContainText("+880 1700-000000");
        await expect(footer.locator("address")).toContainText("hello@niceties.example");
        await expect(footer.locator("address")).toContainText("27 Satmasjid Road, Dhanmondi, Dhaka 1209");
        const links = await footer
          .locator("address a")
          .evaluateAll((all) => all.map((link) => link.getAttribute("href")));
        const linksOfExtras = [
          "tel:+8801700000000",
          "mailto:hello@niceties.example",
          "https://www.openstreetmap.org/search?query=27%20Satmasjid%20Road%2C%20Dhanmondi%2C%20Dhaka%201209",
        ];
        expect(links).toEqual(extras === "on" ? linksOfExtras : []);
        const hosts = {
          Facebook: "www.facebook.com",
          Instagram: "www.instagram.com",
          X: "x.com",
          YouTube: "www.youtube.com",
        };
        for (const [network, host] of Object.entries(hosts)) {
          const link = footer.getByRole("link", { name: network, exact: true });
          await expect(link).toHaveAttribute("href", `https://${host}/`);
        }
        const form = footer.getByRole("form", { name: "Connect with Us" });
        for (const label of ["Name", "Email", "Message"]) await expect(form.getByLabel(label)).toBeVisible();
        await expect(form.getByRole("button")).toHaveText("Send Message");
        await expect(footer).toContainText(`© ${new Date().getFullYear()} Niceties`);
      },
    );

    test(`${screen}: Send Message and Enter do nothing, and nothing typed is lost`, { tag }, async ({ page }) => {
      const form = page.getByRole("form", { name: "Connect with Us" });
      const url = page.url();
      await form.getByLabel("Name").fill("Rahim");
      const email = form.getByLabel("Email");
      await form.getByLabel("Message").fill("Two cups, please.");
      const requests = requestsOf(page);
      for (const address of ["rahim@shop.example", "not an address"]) {
        await email.fill(address);
        await form.getByRole("button", { name: "Send Message" }).click();
        for (const field of [form.getByLabel("Name"), email]) {
          await field.press("Enter");
          await expect(field).toBeFocused();
        }
      }
      await expect(form.getByLabel("Name")).toHaveValue("Rahim");
      await expect(form.getByLabel("Email")).toHaveValue("not an address");
      await expect(form.getByLabel("Message")).toHaveValue("Two cups, please.");
      await expect(page).toHaveURL(url);
      // The first scroll or tap on a link fetches the scripts of the other pages. A form is never sent to /assets/.
      expect(requests.filter((address) => !new URL(address).pathname.startsWith("/assets/"))).toEqual([]);
    });

    test(`${screen}: one main heading, a title with the shop's name, and a language`, async ({ page }) => {
      await expect(page.getByRole("heading", { level: 1 })).toHaveCount(1);
      await expect(page).toHaveTitle(/Niceties$/);
      await expect(page.locator("html")).toHaveAttribute("lang", "en");
    });

    test(`${screen}: the first Tab stop skips to the page`, async ({ page }) => {
      await page.keyboard.press("Tab");
      const skip = page.getByRole("link", { name: "Skip to the page" });
      await expect(skip).toBeFocused();
      await expect(skip).toBeInViewport();
      await page.keyboard.press("Enter");
      await expect(page.getByRole("main")).toBeFocused();
    });

    test(`${screen}: no cookie is set and nothing scrolls sideways`, async ({ page, context }) => {
      await page.setViewportSize({ width: 320, height: 640 });
      expect(await context.cookies()).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
    });
  });
}

test("each screen has a title of its own", async ({ page, shop }) => {
  const id = (await shop.list())[0]?._id ?? "";
  const titles: string[] = [];
  for (const path of [
    addresses.home,
    addresses.addNewCoffee,
    addresses.coffeeDetails(id),
    addresses.updateCoffee(id),
  ]) {
    await open(page, path);
    titles.push(await page.title());
  }
  expect(new Set(titles).size).toBe(4);
  expect(titles[2]).toContain(latte.name);
});

test("going to another page moves the focus to its heading and changes the title", async ({ page }) => {
  await open(page, addresses.home);
  await page.getByRole("link", { name: "Add Coffee" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Add New Coffee" })).toBeFocused();
  await expect(page).toHaveTitle("Add New Coffee · Niceties");
  await page.getByRole("link", { name: "Back to home" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
});

test("header and footer stay while only the page between them changes", { tag: "@quick" }, async ({ page }) => {
  await open(page, addresses.home);
  const header = page.getByRole("banner");
  await header.evaluate((element) => element.setAttribute("data-mark", "the same element"));
  await page.getByRole("form", { name: "Connect with Us" }).getByLabel("Message").fill("still here");
  await page.getByRole("link", { name: `Edit ${latte.name}` }).click();
  await expect(formOf(page).getByLabel("Name")).toHaveValue(latte.name);
  await expect(page.getByRole("form", { name: "Connect with Us" }).getByLabel("Message")).toHaveValue("still here");
  await expect(header).toHaveAttribute("data-mark", "the same element");
});

test("home follows the system's light and dark mode", async ({ page }) => {
  await open(page, addresses.home);
  const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
  await page.emulateMedia({ colorScheme: "light" });
  expect(await ground()).toBe("rgb(250, 246, 239)");
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await ground()).toBe("rgb(28, 18, 14)");
});

test.describe("a shop with words of its own", () => {
  test.use({
    environment: {
      SHOP_NAME: "Corner Cup",
      SHOP_PHONE: "01711 111111",
      SHOP_EMAIL: "us@corner.example",
      SHOP_ADDRESS: "1 Mirpur Road",
      SHOP_COPYRIGHT: "Corner Cup Ltd",
      SHOP_FACEBOOK: "off",
      SHOP_INSTAGRAM: "https://photos.example/corner",
    },
  });

  test("shows them on every page", async ({ page, shop }) => {
    const id = (await shop.list())[0]?._id ?? "";
    for (const path of [
      addresses.addNewCoffee,
      addresses.coffeeDetails(id),
      addresses.updateCoffee(id),
      addresses.home,
    ]) {
      await open(page, path);
      await expect(page.getByRole("banner")).toContainText("Corner Cup");
      await expect(page).toHaveTitle(path === addresses.home ? "Corner Cup" : / · Corner Cup$/);
      await expect(page.getByRole("contentinfo")).toContainText("01711 111111");
    }
    const footer = page.getByRole("contentinfo");
    for (const words of ["01711 111111", "us@corner.example", "1 Mirpur Road", "Corner Cup Ltd"]) {
      await expect(footer).toContainText(words);
    }
    await expect(footer.getByRole("link", { name: "Facebook" })).toHaveCount(0);
    await expect(footer.getByRole("link", { name: "Instagram" })).toHaveAttribute(
      "href",
      "https://photos.example/corner",
    );
  });
});
