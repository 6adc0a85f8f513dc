import { createServer as createHttpServer, type RequestListener, type Server } from "node:http";
import type { CoffeeStore } from "../catalogue/coffee-store.ts";
import { PhotoReferences } from "../store/photos/photo-references.ts";
import type { CopyStore } from "../store/photos/copy-store.ts";
import type { PhotoStore } from "../store/photos/photo-store.ts";
import { browserHeader } from "../catalogue/visitor/browser-key.ts";
import { changeHeader } from "../catalogue/log/change-header.ts";
import { receiptHeader } from "../catalogue/log/receipt.ts";
import { authoriseWrites } from "./calls/authorise-write.ts";
import { apiRoutes, routesOf } from "./calls/api-routes.ts";
import { copyCalls, photoCalls } from "./calls/call-table.ts";
import { ChangeStream } from "./calls/changes/change-stream.ts";
import { EventBuffer } from "./calls/changes/event-buffer.ts";
import { ShownPast } from "./calls/changes/shown-past.ts";
import { CoffeeReads } from "./calls/coffee/coffee-reads.ts";
import { keyHeader } from "./calls/coffee/idempotency-key.ts";
import { VisitorNames } from "./calls/visitor-names.ts";
import { handleRequests } from "./http/handle-request.ts";
import { oneAtATime } from "./http/limits/one-at-a-time.ts";
import { mostAtOnce, writeBudget, type SpendWrite } from "./http/limits/rate-limit.ts";
import type { CachedDocument } from "./http/limits/cached-document.ts";
import { exchangeObserver, type Exchange } from "./http/observe-requests.ts";
import { refuseAmbiguous, refuseUnreadable } from "./http/protocol-guard.ts";
import { replyLanguage } from "./http/reply/reply-language.ts";
import { UnreadReplies } from "./http/reply/unread-replies.ts";
import { clientAddress, rememberAddresses, type ClientAddress } from "./http/request/client-address.ts";
import { crossOrigin } from "./http/request/cross-origin.ts";
import { findRoutes } from "./http/route.ts";
import { ThrottledTask } from "./http/throttled-task.ts";
import { PreparedCatalogue } from "./list-cache/prepared-catalogue.ts";
import { MadeFromList } from "./list-cache/made-from-list.ts";
import { fetchHere } from "./pages/fetch-here.ts";
import { homeDocuments } from "./pages/home-document.ts";
import { pageRoutes } from "./pages/page-routes.ts";
import { localReplies, type HomeSearch, type RenderPage } from "./pages/render-pages.ts";
import { copiesApi } from "./photos/copies/copies-api.ts";
import { PhotoCopies } from "./photos/copies/photo-copies.ts";
import { PhotoEncoder } from "./photos/encoder/photo-encoder.ts";
import type { Network } from "./photos/mirror/network.ts";
import { photoApi } from "./photos/photo-api.ts";
import { sweepPhotos } from "./photos/sweep-photos.ts";
import { routeTable } from "./routes.ts";
import type { Settings } from "./settings.ts";
import { knownSites } from "./share/known-sites.ts";
import { share } from "./share/share.ts";
import { siteUrl } from "./share/site-url.ts";

export type ServerParts = Readonly<{
  settings: Settings;
  /** Undefined when `PRODUCT_SERVER_URL` is set. */
  store: CoffeeStore | undefined;
  /** Undefined with extras off, and if the shop has no place for photos. */
  photos: PhotoStore | undefined;
  /** Undefined if pages show other hosts' photos themselves. */
  copies: CopyStore | undefined;
  /** Where photos of other hosts are fetched: the internet if left out. */
  mirror?: Network;
  renderPage: RenderPage;
  /** Undefined in development, where home is rendered on each request. */
  homeSearch: HomeSearch | undefined;
  /** Drops the coffees that searches cache; left out in development. */
  forgetSearches?: () => void;
  /** The folder of files that are served as they are; undefined if something else serves them. */
  filesFolder: string | undefined;
  /** Folders of files of earlier builds, which pages that are still open may request. */
  earlierFolders?: readonly string[];
  now: () => Date;
  /** Called once with every unexpected failure. */
  report: (error: unknown) => void;
  /** Called with every request, once it is answered. */
  observe?: (exchange: Exchange) => void;
  /** Called with the number of open streams of changes, each time it changes. */
  observeStreams?: (open: number) => void;
  /**
   * Its abort ends the streams of changes, which never end by themselves, and makes each later reply end its connection.
   */
  closing?: AbortSignal;
  /** Wraps the listener in a handler that gets each request first: Vite's middleware in development. */
  before?: (listener: RequestListener) => RequestListener;
  /** `httpLimits` if left out; for tests, which cannot wait that long. */
  limits?: HttpLimits;
}>;

/** Limits of Node's HTTP server, by Node's names: times in milliseconds, the header's size in bytes. */
export type HttpLimits = Readonly<typeof httpLimits>;

/**
 * With Node's defaults, a slow client holds a connection for minutes, and a client that never reads its reply holds one
 * without end.
 */
export const httpLimits = {
  maxHeaderSize: 16_384,
  headersTimeout: 15_000,
  // An upload of 15 MB over a slow connection. A JSON body or a form has less time: see readJsonBody.
  requestTimeout: 300_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5_000,
  /** How long a connection may be without traffic while a request or its reply is in progress. */
  timeout: 60_000,
};

/**
 * The interval of heartbeats: short enough for `timeout`, and for most proxies, which give up after a minute or half of
 * one.
 */
const heartbeatMs = ({ timeout }: HttpLimits) => Math.min(20_000, timeout / 3);

/**
 * A server for the product server's calls, files and pages, which does not listen yet. It has no global state, so that
 * tests can start many.
 */
export function createServer(parts: ServerParts): Server {
  const { settings, report, observe, closing, before = (listener) => listener, limits = httpLimits } = parts;
  const { EXTRAS: extras, ALLOWED_ORIGINS, TRUST_PROXY } = settings;
  const languageFor = replyLanguage(extras);
  const addressOf = clientAddress(TRUST_PROXY);
  const { routes, page, names, close } = shopRoutes(parts, languageFor, addressOf, heartbeatMs(limits));
  const listener = handleRequests({
    findRoute: findRoutes(routes),
    page,
    origins: crossOrigin(ALLOWED_ORIGINS, extras ? headersOfExtras : { sent: [], read: [] }),
    languageFor,
    unread: new UnreadReplies(),
    begin: exchangeObserver(observe),
    report,
    closing,
  });
  const server = createHttpServer(limits, oneAtATime(refuseAmbiguous(before(listener), languageFor)));
  server.timeout = limits.timeout;
  rememberAddresses(server);
  refuseUnreadable(server, languageFor);
  server.once("close", close);
  if (names) forgetOldKeys(names, server, closing);
  return server;
}

/** The table of routes and the page handler, with the caches, streams and searches behind them. */
function shopRoutes(
  parts: ServerParts,
  languageFor: ReturnType<typeof replyLanguage>,
  addressOf: ClientAddress,
  heartbeat: number,
) {
  const { settings, store, renderPage: render, homeSearch, filesFolder, earlierFolders = [], now, report } = parts;
  const { EXTRAS: extras } = settings;
  const isKnownSite = knownSites(now);
  const siteOf = extras ? siteUrl(settings) : () => "";
  const recent = new EventBuffer();
  const { closing, observeStreams: observe = () => {} } = parts;
  const streamParts = { recent, addressOf, heartbeatMs: heartbeat, closing, observe };
  const spend = writeBudget(settings.WRITE_LIMIT);
  const photos = openPhotos(parts, spend, addressOf);
  const shop = store && openCatalogue({ settings, store, now, recent, streamParts, spend });
  const ofCoffees = shop ? apiRoutes({ ...shop, photos: parts.photos, addressOf, recent, extras }) : [];
  const calls = [...ofCoffees, ...photos.routes];
  const { catalogue, past } = shop ?? {};
  const shared = share({
    settings,
    store,
    photos: { photos: parts.photos, copies: photos.copies },
    siteOf,
    isKnownSite,
    catalogue,
    past,
    builtFiles: filesFolder,
  });
  const homes = shop && homeSearch && homeDocuments({ ...shop, homeSearch, render, siteOf, isKnownSite, now }, extras);
  const formParts = { findRoute: findRoutes(calls), languageFor, report };
  const { page, routes: pages } = pageRoutes({
    render,
    findHome: homes?.findHome,
    local: shop?.local,
    callsFor: store && ((incoming) => fetchHere(formParts, incoming)),
    siteOf,
    addressOf,
    languageFor,
    // In this process each call is charged when it is made. Another product server would see one address for all.
    takePhoto: photos.takePhoto,
    spendForm: extras ? writeBudget(store ? "off" : settings.WRITE_LIMIT) : undefined,
    report,
  });
  const called = [...calls, ...shared.routes];
  const routes = routeTable({ settings, store, languageFor, calls: called, pages, filesFolder, earlierFolders });
  recent.watchErasures(() => {
    for (const each of [shop, shared, homes, photos]) each?.forget();
    parts.forgetSearches?.();
  });
  const close = () => {
    shared.close();
    photos.close();
  };
  return { routes, page, names: shop?.names, close };
}

type CatalogueParts = Readonly<{
  settings: Settings;
  store: CoffeeStore;
  now: () => Date;
  recent: EventBuffer;
  streamParts: Omit<ConstructorParameters<typeof ChangeStream>[0], "onHeartbeat">;
  spend: SpendWrite;
}>;

/** The calls about photos, the process that encodes them, and the sweep of those that nothing names. */
function openPhotos(
  { settings, store, photos, copies: copyStore, mirror: network, now, closing, report }: ServerParts,
  spend: SpendWrite,
  addressOf: ClientAddress,
) {
  const encoder = new PhotoEncoder();
  const log = store && new PhotoReferences(store);
  const references = log && (() => log.current());
  const { PUBLIC_URL: publicUrl } = settings;
  const common = { encoder, publicUrl, now, report };
  const copies = copyStore && new PhotoCopies({ ...common, copies: copyStore, references, network });
  const uploads = photos && photoApi({ ...common, photos, store, addressOf, spend });
  if (references) sweepPhotos([photos, copyStore], references, closing, report);
  return {
    routes: [
      ...(uploads ? routesOf(photoCalls, uploads.handlers) : []),
      ...(copies ? routesOf(copyCalls, copiesApi({ copies, addressOf, spend, now })) : []),
    ],
    copies,
    takePhoto: uploads?.takePhoto,
    forget() {
      log?.forget();
      copies?.forget();
    },
    close() {
      encoder.close();
      copies?.close();
    },
  };
}

/** The catalogue, caches and streams that a shop's calls and pages read from, kept up to date with its store. */
function openCatalogue({ settings, store, now, recent, streamParts, spend }: CatalogueParts) {
  const { EXTRAS: extras, HISTORY, WRITE_LIMIT } = settings;
  const catalogue = new PreparedCatalogue(store, extras ? recent : undefined);
  const reads = new CoffeeReads(catalogue, undefined, extras);
  const keepUp = () => catalogue.current().catch(() => {}); // the next change or heartbeat tries again
  const stream = new ChangeStream({ ...streamParts, onHeartbeat: () => void keepUp() });
  const renewing = new ThrottledTask(() => reads.renew());
  renewing.schedule();
  store.watch(() => {
    renewing.schedule();
    if (stream.isHeard || catalogue.isRead) void keepUp();
  });
  const past = new ShownPast(HISTORY, store, now);
  const names = new VisitorNames(store, now);
  const authorise = authoriseWrites(names, streamParts.addressOf, spend, now, extras);
  const local = localReplies(store, catalogue, past, extras);
  const undoLimits = { changes: undoneAtOnce, ...mostAtOnce(WRITE_LIMIT) };
  const pages = new MadeFromList<CachedDocument>();
  const forget = () => {
    reads.forget();
    pages.forget();
  };
  return { store, catalogue, reads, stream, past, names, authorise, local, undoLimits, pages, forget };
}

function forgetOldKeys(names: VisitorNames, server: Server, closing: AbortSignal | undefined): void {
  const forget = () => void names.forgetOldKeys().catch(() => {}); // the next call tries again
  const forgetting = setInterval(forget, forgetEveryMs).unref();
  server.once("close", () => clearInterval(forgetting));
  closing?.addEventListener("abort", forget);
}

/** The most changes of one visitor that are undone together. */
const undoneAtOnce = 50;
/** How often the server looks for secrets of past days, to forget them. */
const forgetEveryMs = 600_000;

const headersOfExtras = { sent: [keyHeader, browserHeader], read: [receiptHeader, changeHeader] };
