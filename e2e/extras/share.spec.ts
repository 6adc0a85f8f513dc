// Link previews and structured data, read as crawlers read them: from documents, without running scripts.
import type { Page } from "@playwright/test";
import { isBlank } from "../../catalogue/text/is-blank.ts";
import { addresses } from "../../app/shop/addresses.ts";
import { coffeeDescription } from "../../app/coffee/text/coffee-description.ts";
import { emptyFields } from "../../catalogue/coffee.ts";
import { espresso, expect, latte, notices, open, test } from "../fixtures.ts";
import { problemsOf } from "../schema-org.ts";
import { hostileCoffees, pictures, storedTexts } from "../stored-texts.ts";

type Data = Readonly<Record<string, unknown>>;

/** Reads a document as a crawler does, which runs no scripts. */
async function readDocument(page: Page, address: string, acceptLanguage = "en") {
  const reply = await fetch(address, { headers: { "accept-language": acceptLanguage } });
  const html = await reply.text();
  const read = await page.evaluate((source) => {
    const { head, body } = new DOMParser().parseFromString(source, "text/html");
    return {
      metas: Object.fromEntries(
        [...head.querySelectorAll("meta")].map((meta) => [
          meta.getAttribute("property") ?? meta.name,
          meta.getAttribute("content"),
        ]),
      ),
      links: [...head.querySelectorAll("link[rel=canonical], link[hreflang]")].map((link) => [
        link.getAttribute("hreflang") ?? link.getAttribute("rel"),
        link.getAttribute("href"),
      ]),
      feeds: [...head.querySelectorAll("link[rel=alternate][type]")].map((link) => [
        link.getAttribute("type"),
        link.getAttribute("href"),
      ]),
      blocks: [...body.querySelectorAll('script[type="application/ld+json"]')].map(({ textContent }) => textContent),
      isLast: body.lastElementChild?.matches('script[type="application/ld+json"]') ?? false,
    };
  }, html);
  const data: readonly Data[] = read.blocks.map((block) => JSON.parse(block));
  return { status: reply.status, html, ...read, data };
}

function linksOf(address: string, languageQuery = "") {
  return [
    ["canonical", address + languageQuery],
    ["en", `${address}?lang=en`],
    ["bn", `${address}?lang=bn`],
    ["x-default", address],
  ];
}

const shopName = { en: "Niceties", bn: "নাইসিটিজ" };
const locales = { en: "en_GB", bn: "bn_BD" };

for (const [query, accepted, language] of [
  ["", "en", "en"],
  ["", "bn", "bn"],
  ["?lang=bn", "en", "bn"],
  ["?lang=en", "bn", "en"],
] as const) {
  test(`the link preview of an address${query}, requested in ${accepted}, is in ${language} @own`, async ({
    page,
    shop,
  }) => {
    const [coffee] = await shop.list();
    const path = addresses.coffeeDetails(coffee?._id ?? "");
    for (const [at, of, type] of [
      [path, coffee?._id, "product"],
      [addresses.home, "home", "website"],
    ] as const) {
      const { metas, links, isLast } = await readDocument(page, shop.url + at + query, accepted);
      const picture = `${shop.url}/-/share/${of}.jpg${language === "bn" ? "?lang=bn" : ""}`;
      const title = of === "home" ? shopName[language] : `${latte.name} · ${shopName[language]}`;
      expect(links).toEqual(linksOf(shop.url + at, query));
      expect(metas).toMatchObject({
        "og:type": type,
        "og:title": title,
        "og:url": shop.url + at + query,
        "og:site_name": shopName[language],
        "og:locale": locales[language],
        "og:locale:alternate": locales[language === "en" ? "bn" : "en"],
        "og:image": picture,
        "og:image:type": "image/jpeg",
        "og:image:width": "1200",
        "og:image:height": "630",
        "og:image:alt": title,
        "twitter:card": "summary_large_image",
        "twitter:title": title,
        "twitter:image": picture,
      });
      expect(metas["description"]).toBeTruthy();
      expect(metas).toMatchObject({
        "og:description": metas["description"],
        "twitter:description": metas["description"],
      });
      expect(isLast).toBe(true);
      const reply = await fetch(picture);
      expect([reply.status, reply.headers.get("content-type")]).toEqual([200, "image/jpeg"]);
    }
  });
}

test("home and a coffee's page link both feeds, which have the stated content types @own", async ({ page, shop }) => {
  const [coffee] = await shop.list();
  for (const path of [addresses.home, addresses.coffeeDetails(coffee?._id ?? "")]) {
    const { feeds } = await readDocument(page, shop.url + path);
    expect(feeds).toEqual([
      ["application/atom+xml", `${shop.url}/-/feed.atom`],
      ["application/feed+json", `${shop.url}/-/feed.json`],
    ]);
    for (const [type, address] of feeds) {
      const reply = await fetch(address ?? "");
      expect([reply.status, reply.headers.get("content-type")]).toEqual([200, `${type}; charset=utf-8`]);
    }
  }
});

test("home's canonical address leaves out searches, the board and unknown parameters", async ({ page, shop }) => {
  for (const query of ["?q=latte&sort=name&lang=bn", "?lang=bn&board", "?lang=bn&utm_source=letter"]) {
    const { links, metas } = await readDocument(page, `${shop.url}/${query}`);
    expect([query, links]).toEqual([query, linksOf(`${shop.url}/`, "?lang=bn")]);
    if (!query.includes("board")) expect(metas["og:url"]).toBe(`${shop.url}/?lang=bn`);
  }
});

test("the canonical and language links follow navigation and the language switch", async ({ page, shop }) => {
  const [coffee] = await shop.list();
  const links = () =>
    page
      .locator("link[rel=canonical], link[hreflang]")
      .evaluateAll((all) =>
        all.map((link) => [link.getAttribute("hreflang") ?? link.getAttribute("rel"), link.getAttribute("href")]),
      );
  const details = shop.url + addresses.coffeeDetails(coffee?._id ?? "");
  await open(page, addresses.home);
  expect(await links()).toEqual(linksOf(`${shop.url}/`));
  await page.getByRole("link", { name: `View ${latte.name}` }).click();
  await expect(page).toHaveURL(details);
  await expect.poll(links).toEqual(linksOf(details));
  await page.getByRole("link", { name: "বাংলা" }).click();
  await expect.poll(links).toEqual(linksOf(details, "?lang=bn"));
  await page.getByRole("link", { name: "মূল পাতায় ফিরুন" }).click();
  await expect.poll(links).toEqual(linksOf(`${shop.url}/`, "?lang=bn"));
  await page.getByRole("link", { name: "কফি যোগ করুন" }).click();
  await expect.poll(links).toEqual([]);
});

test(
  "home's structured data describes the shop and its menu, by category and with plain prices",
  { tag: "@quick" },
  async ({ page, shop }) => {
    const { data } = await readDocument(page, `${shop.url}/?lang=bn`);
    const list = await shop.list();
    const item = (at: number, fields: typeof latte) => ({
      "@type": "MenuItem",
      name: fields.name,
      description: fields.taste,
      image: shop.url + fields.photo,
      url: shop.url + addresses.coffeeDetails(list[at]?._id ?? ""),
      offers: { "@type": "Offer", price: String(fields.price), priceCurrency: "BDT" },
    });
    expect(data).toEqual([
      {
        "@context": "https://schema.org",
        "@type": "CafeOrCoffeeShop",
        name: "নাইসিটিজ",
        url: `${shop.url}/`,
        telephone: "+880 1700-000000",
        email: "hello@niceties.example",
        address: "২৭ সাতমসজিদ রোড, ধানমন্ডি, ঢাকা ১২০৯",
        image: `${shop.url}/photographs/hero-wide.jpg`,
        currenciesAccepted: "BDT",
        sameAs: expect.arrayContaining(["https://x.com/"]),
        hasMenu: {
          "@type": "Menu",
          inLanguage: "bn",
          hasMenuSection: [
            { "@type": "MenuSection", name: "Milk coffee", hasMenuItem: [item(0, latte)] },
            { "@type": "MenuSection", name: "Espresso", hasMenuItem: [item(1, espresso)] },
          ],
        },
      },
    ]);
    for (const node of data) expect(await problemsOf(node)).toEqual([]);
  },
);

test("the structured data of a coffee's page describes the coffee, its price and the shop", async ({ page, shop }) => {
  const [coffee] = await shop.list();
  const address = shop.url + addresses.coffeeDetails(coffee?._id ?? "");
  const { data } = await readDocument(page, address);
  expect(data).toMatchObject([
    {
      "@type": "MenuItem",
      name: latte.name,
      description: "Date palm and smoke. Only in winter.",
      image: shop.url + latte.photo,
      url: address,
      offers: {
        "@type": "Offer",
        price: "340",
        priceCurrency: "BDT",
        url: address,
        offeredBy: { "@type": "CafeOrCoffeeShop", name: "Niceties", url: `${shop.url}/` },
      },
    },
  ]);
  for (const node of data) expect(await problemsOf(node)).toEqual([]);
});

test("the schema.org check finds unknown properties and types at any depth @own", async () => {
  const item = { "@type": "MenuItem", name: "Latte", flavour: "smoke" };
  const node = { "@type": "CafeOrCoffeeShop", hasMenu: { "@type": "Menu", hasMenuItem: [item, { "@type": "Drink" }] } };
  expect(await problemsOf(node)).toEqual([
    expect.stringContaining('Property "flavour" for type "MenuItem"'),
    expect.stringContaining('Type "Drink" is not a valid'),
  ]);
});

test.describe("prices of all kinds", () => {
  const prices = ["", "12.50", "৩৪০", "2e2", "-5", "ask us", 1e21, 0, "9".repeat(60)] as const;
  test.use({ catalogue: { coffees: prices.map((price) => ({ ...emptyFields, price })) } });

  test("only a plain number becomes an offer, and a coffee without a name gets one @classic", async ({
    page,
    shop,
  }) => {
    const { data } = await readDocument(page, shop.url);
    const offered = [undefined, "12.5", "340", "200", undefined, undefined, undefined, "0", undefined];
    expect(data).toMatchObject([{ hasMenu: { hasMenuItem: offered.map(unnamed) } }]);
    expect(JSON.stringify(data).match(/"Offer"/g)).toHaveLength(4);
  });
});

test.describe("hostile texts @own", () => {
  const texts = storedTexts(1);
  test.use({
    catalogue: { coffees: hostileCoffees(texts) },
    environment: { SHOP_NAME: `"><script>alert(1)</script>`, SHOP_ADDRESS: "</script><img src=x>" },
    expected: { console: /status of 404/, requests: new RegExp(`^${pictures}/`) },
  });

  test("structured data of any coffee is complete, valid and exact", async ({ page, shop }) => {
    test.slow();
    const home = await readDocument(page, shop.url);
    const list = await shop.list();
    for (const node of home.data) expect(await problemsOf(node)).toEqual([]);
    const json = JSON.stringify(home.data);
    for (const { name } of list.slice(0, 96))
      expect(json).toContain(JSON.stringify(isBlank(name) ? "unnamed coffee" : name.trim()));
    expect(home.metas["og:site_name"]).toBe(`"><script>alert(1)</script>`);
    for (const coffee of list.filter((_coffee, at) => at % 7 === 0)) {
      const address = shop.url + addresses.coffeeDetails(coffee._id);
      const { data, metas, html } = await readDocument(page, address);
      expect(metas["og:title"]).toBe(
        inDocument(`${isBlank(coffee.name) ? "Unnamed coffee" : coffee.name.trim()} · "><script>alert(1)</script>`),
      );
      expect(metas["og:description"]).toBe(inDocument(coffeeDescription(coffee)));
      expect(data).toMatchObject([
        { name: isBlank(coffee.name) ? "unnamed coffee" : coffee.name.trim(), url: address },
      ]);
      for (const node of data) expect(await problemsOf(node)).toEqual([]);
      for (const { image = "https://" } of data) expect(image).toMatch(/^https?:\/\//);
      expect(html).not.toContain("<script>alert(1)");
    }
  });
});

test.describe("without a coffee", () => {
  test.use({ expected: { console: /failed: We couldn't find this coffee/ } });

  test("pages without content have no structured data, and robots must not index missing ones", async ({
    page,
    shop,
  }) => {
    const [coffee] = await shop.list();
    const id = coffee?._id ?? "";
    for (const [path, robots] of [
      [addresses.addNewCoffee, undefined],
      [addresses.updateCoffee(id), undefined],
      ["/?board", undefined],
      ["/nowhere", "noindex"],
      [addresses.coffeeDetails("0".repeat(24)), "noindex"],
    ] as const) {
      const { data, metas } = await readDocument(page, shop.url + path);
      expect([path, data, metas["robots"]]).toEqual([path, [], robots]);
      expect(Object.keys(metas).filter((name) => /^(og|twitter):/.test(name))).toEqual([]);
    }
  });
});

test("the page of a deleted coffee has status 410, noindex, and no structured data @own", async ({
  page,
  shop,
  request,
}) => {
  const [coffee] = await shop.list();
  await request.delete(`/coffee/${coffee?._id}`);
  const { status, metas, links, data } = await readDocument(
    page,
    shop.url + addresses.coffeeDetails(coffee?._id ?? ""),
  );
  expect([status, metas["robots"], links, data]).toEqual([410, "noindex", [], []]);
});

test("with another product server, pages have link previews without pictures, and QR codes @classic", async ({
  page,
  shop,
}) => {
  const [coffee] = await shop.list();
  const path = addresses.coffeeDetails(coffee?._id ?? "");
  for (const at of [addresses.home, path]) {
    const { metas, links, feeds, data } = await readDocument(page, shop.url + at);
    expect(metas).toMatchObject({ "og:url": shop.url + at, "twitter:card": "summary" });
    expect(feeds).toEqual([]);
    expect(Object.keys(metas).filter((name) => name.includes("image"))).toEqual([]);
    expect(links).toEqual(linksOf(shop.url + at));
    expect(data).toHaveLength(1);
  }
  await open(page, path);
  await expect(page.getByRole("img", { name: "QR code that opens this page" })).toHaveJSProperty("complete", true);
  await expect(page.getByRole("button", { name: "Share" })).toBeVisible();
});

test.describe("with EXTRAS=off", () => {
  test.use({ environment: { EXTRAS: "off" } });

  test("documents have no link previews, feeds, structured data or Share button", async ({ page, shop }) => {
    const [coffee] = await shop.list();
    for (const path of [addresses.home, addresses.coffeeDetails(coffee?._id ?? ""), "/nowhere"]) {
      const { metas, links, feeds, data, html } = await readDocument(page, shop.url + path);
      expect([links, feeds, data, metas["robots"]]).toEqual([[], [], [], undefined]);
      expect(html).not.toMatch(/og:|twitter:|ld\+json|\/-\/(qr|share)|Share/);
      expect(html).not.toContain(shop.url);
    }
  });
});

test.describe("the Share button on a coffee's page", () => {
  test(
    "opens the system's share dialog with name, taste and address, without a notice",
    { tag: "@quick" },
    async ({ page, shop }) => {
      await withSharing(page, "done");
      const path = await openCoffee(page, await shop.list());
      await page.getByRole("button", { name: "Share" }).press("Space");
      const passed = await page.evaluate((): Passed => Reflect.get(globalThis, "passed"));
      expect(passed).toEqual([{ title: latte.name, text: latte.taste, url: `${shop.url}${path}?lang=en` }]);
      await expect(notices(page).locator(".notice")).toHaveCount(0);
    },
  );

  test("does nothing more if the visitor cancels", async ({ page, shop, context }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await withSharing(page, "AbortError");
    await openCoffee(page, await shop.list());
    await page.evaluate(() => navigator.clipboard.writeText("what was there"));
    await page.getByRole("button", { name: "Share" }).click();
    await expect.poll(() => page.evaluate((): Passed => Reflect.get(globalThis, "passed"))).toHaveLength(1);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("what was there");
    await expect(notices(page).locator(".notice")).toHaveCount(0);
  });

  for (const [why, prepare] of [
    ["passes nothing on", withoutSharing],
    ["may not", (page: Page) => withSharing(page, "NotAllowedError")],
  ] as const) {
    test(`copies the address where the machine ${why}, and says so`, async ({ page, shop, context }) => {
      await context.grantPermissions(["clipboard-read", "clipboard-write"]);
      await prepare(page);
      await page.setViewportSize({ width: 375, height: 667 });
      const path = await openCoffee(page, await shop.list());
      const share = page.getByRole("button", { name: "Share" });
      await share.evaluate((button) => button.scrollIntoView({ block: "end" }));
      await share.click();
      await expect(notices(page)).toContainText("Link copied.");
      // Not checked by a click: Playwright would scroll until nothing covers the button.
      const isCovered = await share.evaluate((button) => {
        const { x, y, width, height } = button.getBoundingClientRect();
        return !button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
      });
      expect(isCovered).toBe(false);
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${shop.url}${path}?lang=en`);
    });
  }

  test("shows the address where it cannot be copied", async ({ page, shop }) => {
    await withoutSharing(page);
    await page.addInitScript(() => Object.defineProperty(Navigator.prototype, "clipboard", { value: undefined }));
    const path = await openCoffee(page, await shop.list());
    await page.getByRole("button", { name: "Share" }).click();
    await expect(notices(page)).toContainText("To share this page, copy its link:");
    await expect(notices(page)).toContainText(`${shop.url}${path}?lang=en`);
  });
});

test.describe("without its QR code", () => {
  test.use({ expected: { console: /ERR_FAILED/ } });

  test("a coffee's page leaves no gap for it, on the screen or on paper", async ({ page, shop }) => {
    const [coffee] = await shop.list();
    await page.route("**/-/qr/**", (route) => route.abort());
    await open(page, addresses.coffeeDetails(coffee?._id ?? ""));
    await expect(page.locator("figure")).toHaveCount(0);
    await page.emulateMedia({ media: "print" });
    await expect(page.getByRole("img")).toHaveCount(0);
  });
});

type Passed = readonly Readonly<Record<string, string>>[];

/** Replaces the system's share dialog, which no test can press. */
function withSharing(page: Page, outcome: "done" | "AbortError" | "NotAllowedError") {
  return page.addInitScript((name) => {
    const passed: ShareData[] = [];
    Object.assign(globalThis, { passed });
    Object.assign(navigator, {
      share: async (data: ShareData) => {
        passed.push(data);
        if (name !== "done") throw new DOMException("", name);
      },
    });
  }, outcome);
}

function withoutSharing(page: Page) {
  return page.addInitScript(() => void Reflect.deleteProperty(Navigator.prototype, "share"));
}

async function openCoffee(page: Page, list: readonly Readonly<{ _id: string }>[]): Promise<string> {
  const path = addresses.coffeeDetails(list[0]?._id ?? "");
  await open(page, `${path}?lang=en`);
  return path;
}

/** A menu item without a name, with an offer at this price if one is given. */
function unnamed(price?: string) {
  return expect.objectContaining({
    name: "unnamed coffee",
    ...(price !== undefined && { offers: { "@type": "Offer", price, priceCurrency: "BDT" } }),
  });
}

/** HTML parsers turn CRLF and CR into LF. */
function inDocument(text: string): string {
  return text.replaceAll(/\r\n?/g, "\n");
}
