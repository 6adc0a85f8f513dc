import { copiesPath } from "../../../catalogue/copy-address.ts";
import { isLanguage } from "../../../catalogue/language.ts";
import { photosPath } from "../../../catalogue/photo-address.ts";
import { addresses, isPage, segmentOfCoffee } from "../../shop/addresses.ts";
import { requestedLanguage, languageSearch } from "../../words/language/requested-language.ts";
import { documentKey, isWithoutSearch } from "../document-key.ts";
import { cachedResponse } from "./cached-response.ts";
import { latestCoffee } from "./latest-coffee.ts";
import { unreachablePage, type ListedCoffee } from "./unreachable-page.ts";
import { withoutSize } from "./without-size.ts";
import type { FetchEvent, InstallEvent, WorkerScope } from "./worker-scope.ts";

/*
 * Caches the pages, coffees and pictures that the visitor has seen, and serves them when the server does not reply. It
 * handles only GET requests to this origin, and below /-/ only photos. docs/behaviour/ says what visitors see.
 */

declare const self: WorkerScope;
/** Defined by build-service-worker.ts: all scripts and styles, and the id of the build. */
declare const builtFiles: readonly string[];
declare const buildName: string;

/** Files and documents belong together, so each build has its own caches. */
const files = `files ${buildName}`;
const documents = `documents ${buildName}`;
const coffees = "coffees";
const pictures = "pictures";
/** Photos of coffees: those that the shop keeps, and its copies of others. */
const photos = "photos";

const patienceMs = 5_000;
/** Entries per cache. Older ones are deleted. */
const entryLimit = 300;
/** The largest reply to cache, compressed. A larger list would be written to the visitor's disk at each visit. */
const listByteLimit = 2_000_000;
const gatewayErrors = new Set([502, 504]);

/** Where a reply is cached. With `isReadOnly`, the entry may be served, but not replaced by this reply. */
type CacheEntry = Readonly<{ cache: string; key: string; isReadOnly?: boolean }>;

self.addEventListener("install", (event) => {
  event.waitUntil(cacheBuildFiles().then(() => self.skipWaiting()));
  event.waitUntil(raceForCoffees(event));
});
self.addEventListener("activate", (event) => event.waitUntil(deleteOldBuilds().then(() => self.clients.claim())));
self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  const { method, mode } = event.request;
  if (method !== "GET" || url.origin !== location.origin) return;
  const entry = entryFor(url, mode === "navigate");
  if (mode === "navigate") event.respondWith(page(event, url, entry));
  else if (isFinal(url)) event.respondWith(cacheFirst(event, url, entry));
  else if (entry) event.respondWith(networkFirst(event, fetch(event.request), entry));
});
/** Pages send addresses to cache: home, and what they loaded before the worker was active. */
self.addEventListener("message", (event) => {
  const addressesToCache: readonly unknown[] = Array.isArray(event.data) ? event.data : [];
  event.waitUntil(
    Promise.allSettled(addressesToCache.map((address) => cacheAddress(new URL(String(address), location.origin)))),
  );
});

/** Whether the address of a picture or build file has a hash of its content. */
function isFinal({ pathname }: URL): boolean {
  return pathname.startsWith("/assets/") || pathname.startsWith(`${photosPath}/`);
}

async function cacheAddress(url: URL): Promise<void> {
  // The browser's cache has it in the format that its images accept, which this request would load again in another.
  if (url.pathname === copiesPath) return;
  const entry = url.origin === location.origin ? (entryFor(url, true) ?? entryFor(url, false)) : undefined;
  const isCached = entry && (await caches.match(entry.key, { cacheName: entry.cache, ignoreVary: true }));
  if (entry && !entry.isReadOnly && !isCached) await store(entry, await fetch(url));
}

/** The cache entry for an address; undefined if it is not cached. */
function entryFor({ pathname, search }: URL, isDocument: boolean): CacheEntry | undefined {
  const isPicture = /^\/(photographs\/|favicon|icon-|apple-touch-icon|assets\/.*\.woff2$)/.test(pathname);
  if (isPicture) return { cache: pictures, key: pathname };
  if (pathname.startsWith("/assets/")) return { cache: files, key: pathname };
  if (pathname.startsWith(`${photosPath}/`)) return { cache: photos, key: pathname };
  if (pathname === copiesPath) return { cache: photos, key: pathname + search };
  if (isDocument && isPage(pathname))
    return { cache: documents, key: documentKey(pathname, search), isReadOnly: !isWithoutSearch(search) };
  return !isDocument && /^\/coffee(\/[^/]+)?$/.test(pathname) ? { cache: coffees, key: pathname } : undefined;
}

async function cacheBuildFiles(): Promise<void> {
  const cache = await caches.open(files);
  const cacheFile = async (path: string) => {
    const reply = (await caches.match(path, { ignoreVary: true })) ?? (await fetch(path));
    if (reply.status !== 200) throw new Error(`${path} was answered ${reply.status}.`);
    await cache.put(path, reply);
  };
  await Promise.all(builtFiles.map(cacheFile));
}

/**
 * Lets the browser race the network against the worker for requests of coffees, so that the worker does not delay them.
 */
async function raceForCoffees(event: InstallEvent): Promise<void> {
  const condition = { urlPattern: "/coffee{/*}?", requestMethod: "GET" } as const;
  await event.addRoutes?.([{ condition, source: "race-network-and-fetch-handler" }]);
}

/** Deletes the caches of old builds, except the last two: their pages may be open, and a rollback may need them. */
async function deleteOldBuilds(): Promise<void> {
  const names = await caches.keys();
  const before = names.filter((name) => name.startsWith("documents ") && name !== documents).slice(-2);
  const theirFiles = before.map((name) => name.replace("documents", "files"));
  const namesToKeep = [files, documents, coffees, pictures, photos, ...before, ...theirFiles];
  await Promise.all(names.filter((name) => !namesToKeep.includes(name)).map((name) => caches.delete(name)));
  await preloadPages();
}

/**
 * Enables navigation preload: the browser requests a page while the worker starts. Not in Firefox, which shows its own
 * error page if the preload fails, in place of the worker's reply.
 */
async function preloadPages(): Promise<void> {
  const { navigationPreload: preload } = self.registration;
  await (/Firefox\//.test(navigator.userAgent) ? preload?.disable() : preload?.enable());
}

/** Serves from the cache what never changes: see `isFinal`. */
async function cacheFirst(event: FetchEvent, url: URL, entry: CacheEntry | undefined): Promise<Response> {
  const cached = await caches.match(url.pathname, { ignoreVary: true });
  return cached ?? networkFirst(event, fetch(event.request), entry);
}

async function page(event: FetchEvent, url: URL, entry: CacheEntry | undefined): Promise<Response> {
  const network = event.preloadResponse.then((reply) => reply ?? fetch(event.request));
  try {
    return await networkFirst(event, network, entry);
  } catch {
    return unreachable(url.search);
  }
}

/**
 * Serves the network's reply and caches it. Serves the cached reply if the network fails, or if it has not replied
 * after `patienceMs`. Without a cached reply it waits for the network.
 */
function networkFirst(event: FetchEvent, network: Promise<Response>, entry: CacheEntry | undefined): Promise<Response> {
  let isAnswered = false;
  let caching: Promise<void> | undefined;
  const answer = network.then((reply) => {
    isAnswered = true;
    if (entry && !entry.isReadOnly) caching = cacheReply(entry, reply);
    return reply;
  });
  event.waitUntil(answer.then(() => caching).catch(() => {})); // no room, or no network
  const fromCache = () => (entry ? cachedReply(entry, new URL(event.request.url)) : Promise.resolve(undefined));
  const first = answer.then(
    async (reply) => (gatewayErrors.has(reply.status) ? ((await fromCache()) ?? reply) : reply),
    async (error: unknown) => {
      isAnswered = true;
      return (await fromCache()) ?? Promise.reject(error);
    },
  );
  const late = new Promise((resolve) => setTimeout(resolve, patienceMs)).then(async () =>
    isAnswered ? first : ((await fromCache()) ?? first),
  );
  return Promise.race([first, late]);
}

/**
 * Caches a reply. Chromium sometimes aborts the worker's copy of a raced request; then the worker requests the coffee
 * again.
 */
async function cacheReply(entry: CacheEntry, reply: Response): Promise<void> {
  try {
    await store(entry, reply);
  } catch (error) {
    if (entry.cache !== coffees) throw error;
    await store(entry, await fetch(entry.key));
  }
}

async function store({ cache: name, key }: CacheEntry, reply: Response): Promise<void> {
  if ([404, 410].includes(reply.status)) await (await caches.open(name)).delete(key, { ignoreVary: true });
  if (reply.status !== 200 || Number(reply.headers.get("content-length")) > listByteLimit) return;
  const copy = cachedResponse(reply); // only now: an unread copy would stay in memory
  const cache = await caches.open(name);
  await cache.put(key, copy);
  const all = name === files ? [] : await cache.keys();
  await Promise.all(all.slice(0, Math.max(0, all.length - entryLimit)).map((oldest) => cache.delete(oldest)));
}

async function cachedReply({ cache, key }: CacheEntry, url: URL): Promise<Response | undefined> {
  if (cache === documents) return cachedPage(key, url);
  if (cache === coffees && key !== "/coffee") return latestReply(key);
  const own = await caches.match(key, { cacheName: cache, ignoreVary: true });
  return own ?? (cache === pictures || cache === photos ? otherSize(cache, key) : undefined);
}

/**
 * The cached document of a page. If only the coffee is cached, redirects to home's document, which opens the page from
 * its hash.
 */
async function cachedPage(key: string, { pathname, search }: URL): Promise<Response | undefined> {
  const document = await cachedDocument(key);
  const id = segmentOfCoffee(pathname);
  const path = `/coffee/${id}`;
  const coffee = id === undefined ? document : ((await latestReply(path, document)) ?? (await latestReply(path)));
  if (document) return coffee && document;
  const { home, query } = coffee || pathname === addresses.addNewCoffee ? await cachedHome(search) : {};
  return home && Response.redirect(`/${query}#${pathname}`);
}

async function cachedDocument(key: string): Promise<Response | undefined> {
  const names = (await caches.keys()).filter((name) => name.startsWith("documents "));
  const find = (cacheName: string) => caches.match(key, { cacheName, ignoreVary: true });
  const copies = await Promise.all([documents, ...names.reverse()].map(find));
  return copies.find((reply) => reply !== undefined);
}

/** Home's cached document in this language, or else in another. */
async function cachedHome(search: string): Promise<{ home?: Response; query?: string }> {
  for (const query of [languageSearch(search), "", "?lang=en", "?lang=bn"]) {
    const home = await cachedDocument(addresses.home + query);
    if (home) return { home, query };
  }
  return {};
}

function cachedCoffees(path: string): Promise<Response | undefined> {
  return caches.match(path, { cacheName: coffees, ignoreVary: true });
}

async function latestReply(path: string, viewed?: Response): Promise<Response | undefined> {
  return latestCoffee(path, viewed ?? (await cachedCoffees(path)), await cachedCoffees("/coffee"));
}

/** The same picture in another size, the one seen last. */
async function otherSize(name: string, key: string): Promise<Response | undefined> {
  const wanted = withoutSize(key);
  const cache = await caches.open(name);
  const isWanted = ({ pathname, search }: URL) => wanted !== undefined && withoutSize(pathname + search) === wanted;
  const newestFirst = [...(await cache.keys())].reverse();
  const found = newestFirst.find(({ url }) => isWanted(new URL(url)));
  return found && cache.match(found, { ignoreVary: true });
}

async function unreachable(search: string): Promise<Response> {
  const { home, query = "" } = await cachedHome(search);
  const list = await cachedCoffees("/coffee");
  const coffeesInList: readonly ListedCoffee[] = home && list ? await list.json() : [];
  const language = home?.headers.get("content-language") ?? "en";
  const first = requestedLanguage(search) ?? (isLanguage(language) ? language : "en");
  const headers = new Headers(home?.headers);
  headers.set("content-type", "text/html; charset=utf-8");
  return new Response(unreachablePage((await home?.text()) ?? "", first, query, coffeesInList), {
    status: 503,
    headers,
  });
}
