import { expect, test } from "vitest";
import { emptyFields } from "../../catalogue/coffee.ts";
import { openTestShop } from "../../test/servers/open-test-shop.ts";

/** The score without bonuses from which bonuses count. */
const leastForBonuses = 90;
const sixMonthsSeconds = 15_768_000;

/** The points of one test: below zero for a penalty, above for a bonus. */
type Judgement = (headers: Headers) => number;

/**
 * The published scoring of MDN's HTTP Observatory, for a site over HTTPS without cookies, redirects or other sites'
 * scripts. A site starts at 100 and loses points for each missing protection. If it keeps 90 or more, it also gets
 * bonuses. From 100 on, the grade is A+.
 */
function observatoryScore(headers: Headers): number {
  const points = [contentPolicy, cookies, sharing, referrers, transport, contentTypes, frames, resources].map((judge) =>
    judge(headers),
  );
  const sum = (of: (one: number) => boolean) => points.filter(of).reduce((total, one) => total + one, 0);
  const withoutBonuses = 100 + sum((one) => one < 0);
  return withoutBonuses >= leastForBonuses ? withoutBonuses + sum((one) => one > 0) : Math.max(0, withoutBonuses);
}

const contentPolicy: Judgement = (headers) => {
  const policy = policyOf(headers);
  if (policy.size === 0) return -25;
  const fallback = policy.get("default-src") ?? ["*"];
  const [scripts, styles, objects] = ["script-src", "style-src", "object-src"].map(
    (name) => policy.get(name) ?? fallback,
  );
  if (isAny(scripts, [...broad, "data:", "'unsafe-inline'"]) || isAny(objects, broad)) return -20;
  const active = [...policy].filter(([name]) => !["img-src", "media-src"].includes(name)).flatMap(([, each]) => each);
  if (active.some((source) => /^(http|ftp):/.test(source))) return -20;
  if (isAny([...(scripts ?? []), ...(styles ?? [])], ["'unsafe-eval'"])) return -10;
  const passive = ["img-src", "media-src"].flatMap((name) => policy.get(name) ?? fallback);
  if (passive.some((source) => /^(http|ftp):/.test(source))) return -10;
  if (isAny(styles, [...broad, "data:", "'unsafe-inline'"])) return 0;
  return fallback.join() === "'none'" ? 10 : 5;
};

const broad = ["*", "http:", "https:", "ftp:"];

function isAny(sources: readonly string[] = [], unwanted: readonly string[]): boolean {
  return sources.some((source) => unwanted.includes(source));
}

/** The shop sets no cookies, so any cookie gets the largest penalty. */
const cookies: Judgement = (headers) => (headers.has("set-cookie") ? -40 : 0);

const sharing: Judgement = (headers) =>
  headers.has("access-control-allow-origin") && headers.get("access-control-allow-credentials") === "true" ? -50 : 0;

const referrers: Judgement = (headers) => {
  const policy = headers.get("referrer-policy");
  if (policy === null) return 0;
  const isPrivate = ["no-referrer", "same-origin", "strict-origin", "strict-origin-when-cross-origin"].includes(policy);
  return isPrivate ? 5 : -5;
};

const transport: Judgement = (headers) => {
  const [, seconds] = /^max-age=(\d+)(;|$)/.exec(headers.get("strict-transport-security") ?? "") ?? [];
  if (seconds === undefined) return -20;
  return Number(seconds) >= sixMonthsSeconds ? 0 : -10;
};

const contentTypes: Judgement = (headers) => (headers.get("x-content-type-options") === "nosniff" ? 0 : -5);

const frames: Judgement = (headers) => {
  const ancestors = policyOf(headers).get("frame-ancestors");
  if (ancestors && !ancestors.some((source) => ["*", "http:", "https:"].includes(source))) return 5;
  return /^(deny|sameorigin)$/i.test(headers.get("x-frame-options") ?? "") ? 0 : -20;
};

const resources: Judgement = (headers) => {
  const readers = headers.get("cross-origin-resource-policy");
  if (readers === null || readers === "cross-origin") return 0;
  return ["same-origin", "same-site"].includes(readers) ? 10 : -5;
};

/** The directives of a Content-Security-Policy with their sources; empty if there is none. */
function policyOf(headers: Headers): ReadonlyMap<string, readonly string[]> {
  const directives = (headers.get("content-security-policy") ?? "").split(";").map((each) => each.trim().split(/\s+/));
  return new Map(directives.flatMap(([name, ...sources]) => (name ? [[name, sources]] : [])));
}

const best = {
  "content-security-policy": "default-src 'none'; script-src 'self'; img-src * data:; frame-ancestors 'none'",
  "cross-origin-resource-policy": "same-origin",
  "referrer-policy": "strict-origin-when-cross-origin",
  "strict-transport-security": "max-age=31536000",
  "x-content-type-options": "nosniff",
};

/** A header, its new value (undefined removes the header), and the score with it. */
test.for([
  ["nothing", undefined, 130],
  ["content-security-policy", undefined, 55],
  ["content-security-policy", "default-src 'self'; frame-ancestors 'none'", 125],
  ["content-security-policy", "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'", 120],
  ["content-security-policy", "default-src 'none'; script-src 'unsafe-inline'; frame-ancestors 'none'", 80],
  ["content-security-policy", "default-src 'none'; script-src 'unsafe-eval'; frame-ancestors 'none'", 110],
  ["content-security-policy", "default-src 'none'; img-src http: https:; frame-ancestors 'none'", 110],
  ["content-security-policy", "default-src 'none'; connect-src http:; frame-ancestors 'none'", 80],
  ["content-security-policy", "default-src 'none'", 80],
  ["cross-origin-resource-policy", "cross-origin", 120],
  ["cross-origin-resource-policy", undefined, 120],
  ["referrer-policy", undefined, 125],
  ["referrer-policy", "unsafe-url", 120],
  ["strict-transport-security", undefined, 80],
  ["strict-transport-security", "max-age=600", 120],
  ["x-content-type-options", undefined, 125],
  ["set-cookie", "a=b", 60],
] as const)("with %s changed to %s a score of 130 becomes %i", ([name, value, score]) => {
  const headers = new Headers(best);
  if (value === undefined) headers.delete(name);
  else headers.set(name, value);
  expect(observatoryScore(headers)).toBe(score);
});

test("home, a coffee's page and the not-found page score 130 points, an A+", async () => {
  await using shop = await openTestShop({ firstCoffees: [{ ...emptyFields, name: "Latte" }] });
  const [coffee] = (await shop.store.list()).coffees;
  for (const path of ["/", `/coffee-details/${coffee?.id}`, "/nowhere"]) {
    const { headers, status } = await fetch(shop.url + path);
    expect([path, status, observatoryScore(headers)]).toEqual([path, path === "/nowhere" ? 404 : 200, 130]);
  }
});

test("pages are isolated from other sites' windows, and may use no device features", async () => {
  await using shop = await openTestShop();
  for (const path of ["/", "/add-new-coffee", "/nowhere", "/coffee-details/unknown"]) {
    const { headers } = await fetch(shop.url + path);
    expect(headers.get("cross-origin-opener-policy")).toBe("same-origin");
    const denied = headers.get("permissions-policy")?.split(", ");
    expect(denied).toEqual(expect.arrayContaining(["camera=()", "geolocation=()"]));
    expect(denied?.filter((feature) => /^[a-z-]+=\(\)$/.test(feature))).toHaveLength(10);
  }
});

test("documents and replies are for the shop's pages only; other sites may show photographs and icons", async () => {
  await using shop = await openTestShop();
  const asset = /\/assets\/[^"]+\.css/.exec(await (await fetch(shop.url)).text())?.[0];
  for (const [path, readers] of [
    ["/", "same-origin"],
    ["/coffee", "same-origin"],
    ["/coffee/unknown", "same-origin"],
    ["/-/live", "same-origin"],
    ["/-/nothing", "same-origin"],
    [asset, "same-origin"],
    ["/photographs/nothing.webp", "same-origin"],
    ["/photographs/empty-cup-480.webp", "cross-origin"],
    ["/favicon.svg", "cross-origin"],
  ]) {
    const { headers } = await fetch(`${shop.url}${path}`);
    expect([path, headers.get("cross-origin-resource-policy")]).toEqual([path, readers]);
    expect(headers.get("strict-transport-security")).toBe("max-age=31536000");
    expect(headers.get("referrer-policy")).toBe("strict-origin-when-cross-origin");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    const isDocument = headers.get("content-type")?.startsWith("text/html");
    const policy = headers.get("content-security-policy");
    if (!isDocument) expect([path, policy]).toEqual([path, "default-src 'none'; frame-ancestors 'none'"]);
  }
});
