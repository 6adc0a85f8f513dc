import { addresses } from "../../app/shop/addresses.ts";
import { hashSource } from "../../app/document/inline-code.ts";
import { sampleCoffees } from "../../catalogue/sample-coffees.ts";
import { alive, cardOf, expect, latte, open, test } from "../fixtures.ts";

const javaScriptLimitBytes = 125_000;
const styleLimitBytes = 14_000;

test("home's JavaScript is at most 125 KB in all, compressed with brotli", { tag: "@quick" }, async ({ page }) => {
  const sizes: Promise<number>[] = [];
  page.on("response", (response) => {
    if (!response.url().endsWith(".js")) return;
    sizes.push(response.headerValue("content-length").then(Number));
  });
  await open(page, addresses.home);
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  test.info().annotations.push({ type: "JavaScript of home, bytes", description: String(bytes) });
  expect(sizes.length).toBeGreaterThan(3);
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThanOrEqual(javaScriptLimitBytes);
});

test("the styles of all pages are at most 14 KB, compressed with brotli", { tag: "@quick" }, async ({ shop }) => {
  const html = await (await fetch(shop.url)).text();
  const sheets = [...html.matchAll(/href="(\/assets\/[^"]+\.css)"/g)].map(([, path]) => path);
  expect(sheets).toHaveLength(1);
  const reply = await fetch(`${shop.url}${sheets[0]}`, { headers: { "accept-encoding": "br" } });
  expect(Number(reply.headers.get("content-length"))).toBeGreaterThan(1_000);
  expect(Number(reply.headers.get("content-length"))).toBeLessThanOrEqual(styleLimitBytes);
});

test("every page preloads its fonts, and home loads the hero in the crop for its window", async ({
  page,
  shop,
  extras,
}) => {
  const preloads = async (path: string, kind: string) => {
    const html = await (await fetch(shop.url + path)).text();
    return [...html.matchAll(/<link [^>]*rel="preload"[^>]*>/g)]
      .map(([tag]) => tag)
      .filter((tag) => tag.includes(kind));
  };
  const faces = async (path: string) =>
    (await preloads(path, 'as="font"')).map((tag) => /\/assets\/([a-z]+)/.exec(tag)?.[1]);
  for (const path of [addresses.home, addresses.addNewCoffee, "/nowhere"]) {
    const english = ["rancho", "raleway"];
    expect(await faces(path)).toEqual(english);
    expect(await faces(`${path}?lang=bn`)).toEqual(extras === "on" ? ["galada", "hind"] : english);
  }
  for (const hero of await preloads(addresses.home, 'as="image"')) expect(hero).toMatch(/fetchPriority="high"/i);
  expect(await preloads(addresses.addNewCoffee, 'as="image"')).toEqual([]);

  const heroes: string[] = [];
  page.on("request", (request) => {
    const [, crop] = /\/(hero-\w+)-\d+\.avif$/.exec(request.url()) ?? [];
    if (crop) heroes.push(crop);
  });
  for (const width of [375, 1280]) {
    await page.goto("about:blank");
    await page.setViewportSize({ width, height: 800 });
    await open(page, addresses.home);
  }
  expect(heroes).toEqual(["hero-tall", "hero-wide"]);
});

test("no document has a module script or modulepreload, so pictures and styles load first", async ({ shop }) => {
  const [coffee] = await shop.list();
  for (const path of [addresses.home, addresses.coffeeDetails(coffee?._id ?? ""), addresses.addNewCoffee, "/nowhere"]) {
    const html = await (await fetch(shop.url + path)).text();
    expect(html).not.toMatch(/<link rel="modulepreload"|<script[^>]*type="module"/);
  }
});

test.describe("a shop of twelve coffees", () => {
  test.use({ catalogue: { coffees: sampleCoffees } });

  test("while home waits for its main picture, only the first card shows, without its photo", async ({ page }) => {
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(1_000);
    await page.route("**/photographs/hero*", () => {});
    await page.goto(addresses.home, { waitUntil: "domcontentloaded" });
    const seen = (selector: string) =>
      page.locator(selector).evaluateAll((elements) => elements.map((element) => element.checkVisibility()));
    expect(await seen(".coffee-item h3")).toEqual(sampleCoffees.map((_, at) => at === 0));
    expect(await seen(".coffee-item img")).toEqual(sampleCoffees.map(() => false));
  });
});

test.describe("without its main picture", () => {
  test.use({ expected: { console: /ERR_FAILED/ } });

  test("home still hydrates and shows its cards", async ({ page }) => {
    await page.route("**/photographs/hero*", (route) => route.abort());
    await open(page, addresses.home);
    await expect(page.getByRole("article").first()).toBeVisible();
    await expect(page.locator(".coffee-item").first()).toHaveCSS("content-visibility", "auto");
  });

  test("home hydrates even if it never arrives", async ({ page }) => {
    await page.route("**/photographs/hero*", () => {});
    const isAlive = alive(page);
    await page.goto(addresses.home, { waitUntil: "domcontentloaded" });
    await isAlive;
    await expect(page.getByRole("article").first()).toBeVisible();
  });
});

test(
  "every page sends a policy under which only our own scripts run, each named by its hash",
  { tag: "@quick" },
  async ({ shop }) => {
    for (const path of [addresses.home, addresses.addNewCoffee, "/nowhere"]) {
      const reply = await fetch(shop.url + path);
      const policy = reply.headers.get("content-security-policy") ?? "";
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain("unsafe");
      expect(reply.headers.get("x-content-type-options")).toBe("nosniff");
      expect(reply.headers.get("referrer-policy")).toBe("strict-origin-when-cross-origin");
      expect(reply.headers.get("set-cookie")).toBeNull();
      const html = await reply.text();
      expect(html).not.toMatch(/\son\w+=/);
      expect(html).not.toContain("nonce");
      // Browsers never run JSON-LD.
      const code = html.replaceAll(/<script type="application\/ld\+json">[^<]*<\/script>/g, "");
      const sources = [...code.matchAll(/<script\b[^>]*>([^]+?)<\/script>/g)].map(([, source = ""]) => source);
      expect(sources.length).toBeGreaterThan(0);
      for (const source of sources) expect(policy).toContain(hashSource(source));
    }
  },
);

test("home's document and ETag stay the same until a coffee changes, and If-None-Match gets 304 @own", async ({
  shop,
}) => {
  const ask = (headers: Record<string, string> = {}) => fetch(shop.url, { headers });
  const [first, second] = [await ask(), await ask()];
  expect(await second.text()).toBe(await first.text());
  const etag = first.headers.get("etag") ?? "";
  const again = await ask({ "if-none-match": etag });
  expect([again.status, await again.text(), again.headers.get("etag")]).toEqual([304, "", etag]);
  const headers = { "content-type": "application/json" };
  await fetch(`${shop.url}/coffee`, { method: "POST", headers, body: JSON.stringify({ name: "Flat white" }) });
  const changed = await ask({ "if-none-match": etag });
  expect([changed.status, await changed.text()]).toEqual([200, expect.stringContaining("Flat white")]);
});

test("an inline script that is injected into a page does not run", async ({ page }) => {
  await open(page, addresses.home);
  const ran = await page.evaluate(() => {
    const violation = new Promise<string>((resolve) => {
      document.addEventListener("securitypolicyviolation", (event) => resolve(event.effectiveDirective));
    });
    const script = document.createElement("script");
    script.textContent = "document.title = 'taken'";
    document.body.append(script);
    return violation;
  });
  expect(ran).toBe("script-src-elem");
  await expect(page).toHaveTitle("Niceties");
});
test.use({ expected: { console: /Content Security Policy/ } });

test("a file with a hash in its name is immutable for caches, and sent with brotli", async ({ shop }) => {
  const html = await (await fetch(shop.url)).text();
  const [, asset] = /(\/assets\/libraries[^"]+\.js)/.exec(html) ?? [];
  const reply = await fetch(`${shop.url}${asset}`, { headers: { "accept-encoding": "br" } });
  expect(reply.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  expect(reply.headers.get("content-encoding")).toBe("br");
});

test.describe("@own a document cached for other visitors", () => {
  test.use({ expected: { requests: /^http:\/\/localhost:/ } });

  test("hydrates under an unknown query and on an unknown host", async ({ page, shop, request }) => {
    const { port } = new URL(shop.url);
    for (let count = 0; count < 8; count++)
      await request.get(shop.url, { headers: { host: `forged${count}.example` } });
    const unknown = `http://localhost:${port}`;
    expect(await (await request.get(unknown)).text()).not.toContain('rel="canonical"');
    for (const address of [`${shop.url}/?utm_source=a&x`, unknown]) {
      await open(page, address);
      await expect(cardOf(page, latte.name)).toBeVisible();
      await page.getByRole("link", { name: "বাংলা" }).click();
      await expect(page).toHaveURL(/lang=bn/);
      await expect(page.locator("link[rel=canonical]")).toHaveAttribute("href", `${new URL(address).origin}/?lang=bn`);
    }
  });
});
