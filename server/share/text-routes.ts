import type { CoffeeStore } from "../../catalogue/coffee-store.ts";
import { Fault } from "../../catalogue/fault.ts";
import { withAge } from "../http/reply/reply.ts";
import type { Handler, Call, Route } from "../http/route.ts";
import { cachedDocument, type CachedDocument } from "../http/limits/cached-document.ts";
import type { PreparedCatalogue } from "../list-cache/prepared-catalogue.ts";
import type { PreparedList } from "../list-cache/prepared-list.ts";
import { atomFeed, atomPath } from "./atom-feed.ts";
import { readFeed, type Feed } from "./feed.ts";
import { jsonFeed, jsonFeedPath } from "./json-feed.ts";
import type { IsKnownSite } from "./known-sites.ts";
import type { SiteUrl } from "./site-url.ts";
import { partsOf, sitemapIndex, sitemapPart } from "./sitemap.ts";
import { MadeFromList } from "../list-cache/made-from-list.ts";

const sitemapPath = "/-/sitemap.xml";
const xml = "application/xml; charset=utf-8";

export type TextAnswersParts = Readonly<{
  store: CoffeeStore;
  catalogue: PreparedCatalogue;
  shopName: string;
  siteOf: SiteUrl;
  isKnownSite: IsKnownSite;
}>;

/** Serves robots.txt, which names the sitemap if there is one. */
export function robotsRoute(siteOf: SiteUrl, hasSitemap: boolean): Route {
  const read: Handler = (call) => {
    const sitemap = hasSitemap ? siteOf(call.incoming) + sitemapPath : undefined;
    return cachedDocument("text/plain; charset=utf-8", robotsText(sitemap)).reply(call.incoming.headers);
  };
  return { path: "/robots.txt", kind: "call", methods: { GET: read } };
}

/**
 * Serves the sitemap and the feeds. Each is made once for a state of the catalogue and a known address of the shop. The
 * handlers reject with `unknown-address` for a part that the sitemap lacks, or as the store does.
 */
export function textRoutes({ store, catalogue, shopName, siteOf, isKnownSite }: TextAnswersParts) {
  const texts = new MadeFromList<CachedDocument>();
  const times = new MadeFromList<ReadonlyMap<string, string>>();
  const feeds = new MadeFromList<Feed>();
  const answer = async (
    call: Call,
    kind: string,
    make: (list: PreparedList, site: string) => Promise<CachedDocument>,
  ) => {
    const { coffees, ageSeconds } = await catalogue.latest();
    const { list } = coffees;
    const site = siteOf(call.incoming);
    // For an unknown site the text is made on each request, so that it evicts no cached one.
    const text = isKnownSite(site)
      ? await texts.get(list, `${kind} ${site}`, () => make(list, site))
      : await make(list, site);
    return withAge(await text.reply(call.incoming.headers), ageSeconds);
  };

  const readPart = async (prepared: PreparedList, site: string, number: number) => {
    const changed = await times.get(prepared, "", () => changeTimes(store));
    return cachedDocument(xml, sitemapPart(site, number, prepared.list, changed));
  };

  const sitemap: Handler = (call) =>
    answer(call, "sitemap", async (prepared, site) => {
      const parts = partsOf(prepared.list);
      return parts === 1 ? readPart(prepared, site, 1) : cachedDocument(xml, sitemapIndex(site, parts));
    });

  const partOfSitemap: Handler = (call) => {
    const [, digits] = /^([1-9]\d{0,4})\.xml$/.exec(call.argument) ?? [];
    const number = Number(digits ?? 0);
    return answer(call, `part ${number}`, async (prepared, site) => {
      const parts = partsOf(prepared.list);
      if (number < 1 || number > parts) throw new Fault("unknown-address", "no part of the sitemap");
      return readPart(prepared, site, number);
    });
  };

  const feed = (type: string, make: (feed: Feed, site: string, shopName: string) => string) => (call: Call) =>
    answer(call, type, async (prepared, site) => {
      const read = await feeds.get(prepared, "", () => readFeed(store, prepared.list));
      return cachedDocument(type, make(read, site, shopName));
    });

  const routes: readonly Route[] = [
    { path: sitemapPath, kind: "call", methods: { GET: sitemap } },
    { path: "/-/sitemap/:part", kind: "call", methods: { GET: partOfSitemap } },
    { path: atomPath, kind: "call", methods: { GET: feed("application/atom+xml; charset=utf-8", atomFeed) } },
    { path: jsonFeedPath, kind: "call", methods: { GET: feed("application/feed+json; charset=utf-8", jsonFeed) } },
  ];
  /** Drops the texts, which may hold words that were erased. */
  const forget = () => {
    texts.forget();
    feeds.forget();
  };
  return { routes, forget };
}

/** The rules for crawlers (RFC 9309): they may read everything except forms and the log of changes. */
function robotsText(sitemap: string | undefined): string {
  const rules = [
    "User-agent: *",
    "Disallow: /add-new-coffee",
    "Disallow: /update-coffee/",
    "Disallow: /-/changes",
    "Disallow: /*?*changes=",
    "Disallow: /*?*undo-all=",
    "Disallow: /*?*delete=",
    "Allow: /",
    "",
  ];
  return [...rules, ...(sitemap === undefined ? [] : [`Sitemap: ${sitemap}`, ""])].join("\n");
}

const changesAtMost = 500;

/** The times of coffees' last changes by id, newest first; only of coffees in the newest 500 changes. */
async function changeTimes(store: CoffeeStore): Promise<ReadonlyMap<string, string>> {
  const times = new Map<string, string>();
  for (const { coffeeId, time } of await store.summarise({}, changesAtMost))
    if (!times.has(coffeeId)) times.set(coffeeId, time);
  return times;
}
