import { addresses } from "../app/addresses.ts";
import { expect, open, test } from "./fixtures.ts";

const javaScriptLimitBytes = 115_000;

test("home's JavaScript is at most 115 KB in all, compressed with brotli", async ({ page }) => {
  const sizes: Promise<number>[] = [];
  page.on("response", (response) => {
    if (!response.url().endsWith(".js")) return;
    sizes.push(response.headerValue("content-length").then(Number));
  });
  await page.goto(addresses.home, { waitUntil: "networkidle" });
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  test.info().annotations.push({ type: "JavaScript of home, bytes", description: String(bytes) });
  expect(sizes.length).toBeGreaterThan(3);
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThanOrEqual(javaScriptLimitBytes);
});

test("every page sends a policy under which only our own scripts run, with a nonce of its own each time", async ({
  shop,
}) => {
  const policies = new Set<string | null>();
  for (const path of [addresses.home, addresses.home, addresses.addNewCoffee, "/nowhere"]) {
    const reply = await fetch(shop.url + path);
    const policy = reply.headers.get("content-security-policy");
    const nonce = /script-src 'self' 'nonce-([\w+/=]{20,})'/.exec(policy ?? "")?.[1];
    expect(nonce).toBeDefined();
    policies.add(policy);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain("unsafe");
    expect(reply.headers.get("x-content-type-options")).toBe("nosniff");
    expect(reply.headers.get("referrer-policy")).toBe("strict-origin-when-cross-origin");
    expect(reply.headers.get("set-cookie")).toBeNull();
    const html = await reply.text();
    expect(html).not.toMatch(/\son\w+=/);
    for (const [tag] of html.matchAll(/<script\b[^>]*>/g)) expect(tag).toContain(`nonce="${nonce}"`);
  }
  expect(policies.size).toBe(4);
});

test("an inline script that slipped in does not run", async ({ page }) => {
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

test("files with a hash in their name are kept for ever, and are sent compressed", async ({ shop }) => {
  const html = await (await fetch(shop.url)).text();
  const [, asset] = /(\/assets\/entry\.client[^"]+\.js)/.exec(html) ?? [];
  const reply = await fetch(`${shop.url}${asset}`, { headers: { "accept-encoding": "br" } });
  expect(reply.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  expect(reply.headers.get("content-encoding")).toBe("br");
});
