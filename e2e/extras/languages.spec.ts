// The shop in Bangla and in English.
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { addresses } from "../../app/shop/addresses.ts";
import { emptyFields, type CoffeeFields } from "../../catalogue/coffee.ts";
import {
  alive,
  callsOf,
  cardOf,
  espresso,
  expect,
  formOf,
  latte,
  open,
  sendAndStay,
  submitOf,
  test,
} from "../fixtures.ts";

const malai: CoffeeFields = {
  name: "দুধ মালাই কফি",
  chef: "নুসরাত জাহান",
  supplier: "বান্দরবান পাহাড়ি খামার",
  taste: "মোলায়েম, মিষ্টি",
  category: "দুধ কফি",
  details: "শীতের সকালে এক কাপ।",
  photo: "/photographs/dudh-malai-coffee.jpg",
  price: "250",
};

const screens = async (shop: { list: () => Promise<readonly { _id: string }[]> }) => {
  const [first] = await shop.list();
  const id = first?._id ?? "";
  return [addresses.home, addresses.addNewCoffee, addresses.coffeeDetails(id), addresses.updateCoffee(id), "/nowhere"];
};

/** The texts of a page, one per line: on the screen, for screen readers, and in its meta tags. */
function saidBy(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const texts = [document.title, document.body.innerText];
    for (const element of document.querySelectorAll("body *, meta[name=description]")) {
      for (const name of ["aria-label", "title", "alt", "placeholder", "content"])
        texts.push(element.getAttribute(name) ?? "");
      if (element.matches(".sr-only")) texts.push(element.textContent);
    }
    return texts.flatMap((text) => text.split("\n"));
  });
}

/** Latin text that a page in Bangla may show: the switch to English, key names, starts of links, phone and e-mail. */
const inLatinOnPurpose =
  /^(English|Ctrl \/|\P{Script=Latin}*https:\/\/\P{Script=Latin}*|\+880 1700-000000|hello@niceties\.example|viewport.*|width=device-width.*)$/u;

async function expectNoEnglish(page: Page): Promise<void> {
  const lines = await saidBy(page);
  expect(lines.filter((line) => /\p{Script=Latin}/u.test(line) && !inLatinOnPurpose.test(line.trim()))).toEqual([]);
}

for (const [accepted, language] of [
  ["bn-BD,bn;q=0.9,en;q=0.8", "bn"],
  ["en-GB,en;q=0.9,bn;q=0.8", "en"],
  ["de", "en"],
] as const) {
  test(`Accept-Language ${accepted} gets every page in ${language}, with Vary for caches`, async ({ shop }) => {
    for (const path of await screens(shop)) {
      const reply = await fetch(shop.url + path, { headers: { "accept-language": accepted } });
      expect([path, reply.headers.get("content-language")]).toEqual([path, language]);
      expect(reply.headers.get("vary")).toMatch(/(^|, )Accept-Language(,|$)/);
      expect(await reply.text()).toContain(`<html lang="${language}"`);
    }
  });
}

test("the language in an address takes precedence over the browser's", async ({ shop }) => {
  for (const [language, accepted] of [
    ["bn", "en"],
    ["en", "bn"],
  ] as const) {
    for (const path of await screens(shop)) {
      const reply = await fetch(`${shop.url}${path}?lang=${language}`, { headers: { "accept-language": accepted } });
      expect([path, reply.headers.get("content-language")]).toEqual([path, language]);
    }
  }
  const unknown = await fetch(`${shop.url}/?lang=de`, { headers: { "accept-language": "bn" } });
  expect(unknown.headers.get("content-language")).toBe("bn");
});

test.describe("in Bangla", () => {
  test.use({
    locale: "bn-BD",
    catalogue: { coffees: [malai, { ...malai, name: "", photo: "", price: 90 }] },
    expected: { console: /404/ },
  });

  test("no English is left on any screen", { tag: "@quick" }, async ({ page, shop }) => {
    for (const path of await screens(shop)) {
      await open(page, path);
      await expectNoEnglish(page);
    }
  });

  test("axe finds nothing on any screen", async ({ page, shop }) => {
    test.slow();
    for (const path of await screens(shop)) {
      await open(page, path);
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => `${path}: ${id} ${nodes[0]?.html}`)).toEqual([]);
    }
  });

  test("notices of an add, an update, a delete and their undo are in Bangla too @own", async ({ page }) => {
    await open(page, addresses.addNewCoffee);
    await formOf(page).getByLabel("নাম", { exact: true }).fill("আদা চা");
    await formOf(page).getByRole("button", { name: "কফি যোগ করুন" }).click();
    const notices = page.getByRole("region", { name: "বিজ্ঞপ্তি" });
    await expect(notices).toContainText("আদা চা যোগ হয়েছে।");
    await page.getByRole("link", { name: "আদা চা সম্পাদনা করুন" }).click();
    await formOf(page).getByLabel("দাম").fill("30");
    await formOf(page).getByRole("button", { name: "কফি হালনাগাদ করুন" }).click();
    await expect(notices).toContainText("আদা চা হালনাগাদ হয়েছে।");
    await page.getByRole("button", { name: "আদা চা মুছুন" }).click();
    await expect(notices).toContainText("আদা চা মুছে ফেলা হয়েছে।");
    await notices.locator(".notice").last().getByRole("button", { name: "ফিরিয়ে নিন" }).click();
    await expect(notices).toContainText("আদা চা ফিরে এসেছে।");
    await expectNoEnglish(page);
    await page.getByRole("link", { name: "সাম্প্রতিক পরিবর্তন" }).click();
    const dialog = page.getByRole("dialog");
    await expect(dialog.getByRole("listitem").first()).toContainText("ফিরিয়ে আনা হয়েছে:");
    await expect(dialog.locator("time").first()).toContainText("এইমাত্র");
    const lines = (await dialog.innerText()).split("\n").map((line) => line.replace(/অতিথি [0-9a-f]{6}$/, ""));
    expect(lines.filter((line) => /[A-Za-z]/.test(line) && !line.includes("/photographs/"))).toEqual([]);
  });

  test("a price is shown in Bangla digits before টাকা, and an edit of another field keeps it", async ({
    page,
    shop,
  }) => {
    await open(page, addresses.home);
    await expect(cardOf(page, malai.name)).toContainText("২৫০ টাকা");
    const [first] = await shop.list();
    await open(page, addresses.updateCoffee(first?._id ?? ""));
    await expect(formOf(page).getByLabel("দাম")).toHaveValue("250");
    await formOf(page).getByLabel("স্বাদ").fill("কড়া");
    await submitOf(page).click();
    await expect(page).toHaveURL("/");
    expect((await shop.list())[0]).toMatchObject(shop.stored({ ...malai, taste: "কড়া" }));
  });

  test.describe("when the server refuses", () => {
    test.use({ expected: { console: /400|404|410|refused|failed|ERR_/ } });

    test("a deleted coffee, an unknown one, a refused field and an unreachable server get messages in Bangla @own", async ({
      page,
      shop,
    }) => {
      const [first] = await shop.list();
      const id = first?._id ?? "";
      await fetch(`${shop.url}/coffee/${id}`, { method: "DELETE" });
      const notices = page.getByRole("region", { name: "বিজ্ঞপ্তি" });
      for (const [path, words] of [
        [addresses.coffeeDetails(id), "মুছে ফেলা হয়েছে"],
        [addresses.coffeeDetails("unknown"), "কফিটি আনা গেল না।"],
      ] as const) {
        await open(page, path);
        await expect(notices).toContainText(words);
        await expectNoEnglish(page);
      }
      await open(page, addresses.addNewCoffee);
      await formOf(page).getByLabel("দাম").fill("-5");
      await sendAndStay(page);
      await expect(formOf(page).getByLabel("দাম")).toHaveAccessibleDescription(/^টাকা শূন্য বা তার বেশি/);
      await expectNoEnglish(page);
      await formOf(page).getByLabel("দাম").fill("5");
      await page.route("**/coffee", (route) => route.abort());
      await formOf(page).getByLabel("নাম", { exact: true }).fill("আদা চা");
      await sendAndStay(page);
      await expect(notices).toContainText("আপনার কফিটি যোগ হয়েছে কি না, জানা যায়নি। দোকানের সঙ্গে যোগাযোগ করা গেল না।");
      await expectNoEnglish(page);
    });
  });
});

test.describe("in English", () => {
  test(
    "the language switch opens the same page in Bangla and keeps the typed text",
    { tag: "@quick" },
    async ({ page }) => {
      await open(page, addresses.addNewCoffee);
      await formOf(page).getByLabel("Name").fill("Latte");
      const calls = callsOf(page);
      await page.getByRole("link", { name: "বাংলা" }).click();
      await expect(page).toHaveURL("/add-new-coffee?lang=bn");
      await expect(page.locator("html")).toHaveAttribute("lang", "bn");
      await expect(page.getByRole("heading", { name: "নতুন কফি যোগ করুন" })).toBeVisible();
      await expect(formOf(page).getByLabel("নাম", { exact: true })).toHaveValue("Latte");
      expect(calls).toEqual([]);
    },
  );

  test("on a page whose address names a language, links keep that language", async ({ page }) => {
    await open(page, "/?lang=bn");
    await page.getByRole("link", { name: `${latte.name} দেখুন` }).click();
    await expect(page).toHaveURL(/\/coffee-details\/\w+\?lang=bn$/);
    await page.getByRole("link", { name: "মূল পাতায় ফিরুন" }).click();
    await expect(page).toHaveURL("/?lang=bn");
    await page.getByRole("link", { name: `${espresso.name} সম্পাদনা করুন` }).click();
    await formOf(page).getByLabel("স্বাদ").fill("Plum");
    await submitOf(page).click();
    await expect(page).toHaveURL("/?lang=bn");
  });

  test("the chosen language is remembered for addresses that name none, without a cookie", async ({
    page,
    context,
  }) => {
    await open(page, "/");
    await page.getByRole("link", { name: "বাংলা" }).click();
    await expect(page.locator("html")).toHaveAttribute("lang", "bn");
    const isAlive = alive(page);
    await page.goto("/add-new-coffee#page");
    await isAlive;
    await expect(page).toHaveURL("/add-new-coffee?lang=bn#page");
    await expect(page.locator("html")).toHaveAttribute("lang", "bn");
    await page.getByRole("link", { name: "English" }).click();
    await expect(page).toHaveURL("/add-new-coffee?lang=en#page");
    await open(page, "/");
    await expect(page).toHaveURL("/");
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
    expect(await context.cookies()).toEqual([]);
  });

  test("Back to an address that names no language keeps the chosen one", async ({ page }) => {
    await open(page, addresses.addNewCoffee);
    await page.getByRole("link", { name: "Back to home" }).click();
    await expect(page).toHaveURL("/");
    await page.getByRole("link", { name: "বাংলা" }).click();
    await expect(page).toHaveURL("/?lang=bn");
    await page.goBack();
    await expect(page).toHaveURL("/add-new-coffee");
    await expect(page.getByRole("heading", { name: "নতুন কফি যোগ করুন" })).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("lang", "bn");
  });

  test("a Latin name is marked as English on a page in Bangla, and unmarked in English", async ({ page }) => {
    await open(page, "/?lang=bn");
    await expect(cardOf(page, latte.name).getByRole("heading")).toHaveAttribute("lang", "en");
    await page.getByRole("link", { name: "English" }).click();
    await expect(cardOf(page, latte.name).getByRole("heading")).not.toHaveAttribute("lang");
  });
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the switch works too", async ({ page }) => {
    await page.goto("/add-new-coffee");
    await page.getByRole("link", { name: "বাংলা" }).click();
    await expect(page).toHaveURL("/add-new-coffee?lang=bn");
    await expect(page.getByRole("heading", { name: "নতুন কফি যোগ করুন" })).toBeVisible();
  });
});

test.describe("a list of two hundred", () => {
  test.use({
    locale: "bn-BD",
    catalogue: {
      coffees: Array.from({ length: 200 }, (_, at) => ({ ...emptyFields, name: `কফি ${at}`, price: "75" })),
    },
  });

  test("is in Bangla far outside the viewport too, and changes with the language switch", async ({ page }) => {
    await open(page, "/");
    const far = page.locator(".coffee-words [role=listitem]").first();
    await expect(far).toContainText("৭৫ টাকা");
    await expect(far).toContainText("কারিগর");
    await page.getByRole("link", { name: "English" }).click();
    await expect(far).toContainText("75 Taka");
  });
});

test.describe("with extras off", () => {
  test.use({ environment: { EXTRAS: "off" }, locale: "bn-BD" });

  test("home is in English only, and has no language switch", async ({ page, shop }) => {
    for (const path of ["/", "/?lang=bn"]) {
      const reply = await fetch(shop.url + path, { headers: { "accept-language": "bn" } });
      expect(reply.headers.get("content-language")).toBeNull();
      expect(reply.headers.get("vary")).toBe("Accept-Encoding");
      await open(page, path);
      await expect(page.locator("html")).toHaveAttribute("lang", "en");
      await expect(page.getByRole("heading", { level: 1 })).toHaveText("Would you like a Cup of Delicious Coffee?");
      await expect(page.getByRole("link", { name: "বাংলা" })).toHaveCount(0);
    }
  });
});

test.describe("a shop with its own words in Bangla", () => {
  test.use({
    environment: {
      SHOP_NAME: "Corner Cup",
      SHOP_NAME_BN: "মোড়ের কাপ",
      SHOP_ADDRESS: "1 Mirpur Road",
      SHOP_COPYRIGHT_BN: "মালিক",
    },
  });

  test("uses them in Bangla, and its English words where it has no others", async ({ page }) => {
    await open(page, "/?lang=bn");
    await expect(page).toHaveTitle("মোড়ের কাপ");
    await expect(page.getByRole("banner")).toContainText("মোড়ের কাপ");
    await expect(page.getByRole("contentinfo")).toContainText("1 Mirpur Road");
    await expect(page.getByRole("contentinfo")).toContainText("মালিক। সর্বস্বত্ব সংরক্ষিত।");
    await page.getByRole("link", { name: "English" }).click();
    await expect(page).toHaveTitle("Corner Cup");
  });
});
