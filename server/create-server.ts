import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono, type Context, type Handler, type MiddlewareHandler } from "hono";
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { createServer as createHttpServer, type RequestListener, type Server } from "node:http";
import type { CoffeeStore } from "../catalogue/coffee-store.ts";
import { browserHeader } from "../catalogue/browser-key.ts";
import { changeHeader } from "../catalogue/log/change-header.ts";
import { isLanguage, preferredLanguage } from "../catalogue/language.ts";
import { receiptHeader } from "../catalogue/log/receipt.ts";
import { admitWrites, payments } from "./calls/authorise-write.ts";
import { answerPlainly } from "./answer-plainly.ts";
import { apiRoutes } from "./calls/api-routes.ts";
import { ChangeStream } from "./calls/changes/change-stream.ts";
import { CoffeeReads } from "./calls/coffee/coffee-reads.ts";
import { keyHeader } from "./calls/coffee/idempotency-key.ts";
import { describeApi } from "./calls/openapi/openapi.ts";
import { problemOf, problemReply, problemsPath, problemText } from "./calls/problem.ts";
import { RecentEvents } from "./calls/changes/event-buffer.ts";
import { ShownPast } from "./calls/changes/shown-past.ts";
import { VisitorNames } from "./calls/visitor-names.ts";
import { clientAddress, rememberAddresses, type ClientAddress } from "./http/request/client-address.ts";
import { crossOrigin } from "./http/request/cross-origin.ts";
import { EncodedReply } from "./http/reply/encoded-body.ts";
import { fetchHere } from "./pages/fetch-here.ts";
import { homeDocuments } from "./pages/home-document.ts";
import { insistOnOwnPage } from "./http/request/from-own-page.ts";
import { HttpFault } from "./http/http-fault.ts";
import { exchangeObserver, observeRequests, type Exchange } from "./http/observe-requests.ts";
import { LimitedWork } from "./http/limits/limited-work.ts";
import { oneAtATime } from "./http/limits/one-at-a-time.ts";
import { responseOf } from "./http/reply/reply.ts";
import { refuseRequest, refuseWhatIsAmbiguous, refuseWhatIsNotHttp } from "./http/protocol-guard.ts";
import { readFormBody } from "./http/request/read-body.ts";
import { replyLanguage } from "./http/reply/reply-language.ts";
import { findRoutes } from "./http/route.ts";
import { securityHeaders } from "./http/reply/security-headers.ts";
import { UnreadReplies } from "./http/reply/unread-replies.ts";
import { unknownAddress } from "./http/unknown-address.ts";
import { mostAtOnce, writeBudget } from "./http/limits/rate-limit.ts";
import { PacedWork } from "./http/throttled-task.ts";
import { PreparedCatalogue } from "./list-cache/prepared-catalogue.ts";
import { TextsOfList } from "./list-cache/texts-of-list.ts";
import { knownSites } from "./share/known-sites.ts";
import { formPaths, pagePaths } from "./share/page-addresses.ts";
import { share } from "./share/share.ts";
import { siteUrl } from "./share/site-url.ts";
import { localReplies, type HomeSearch, type RenderPage } from "./pages/pages.ts";
import { serviceWorker, serviceWorkerPath } from "./pages/service-worker.ts";
import type { Settings } from "./settings.ts";
import { webManifest, webManifestPath } from "./pages/web-manifest.ts";

export type ServerParts = Readonly<{
  settings: Settings;
  /** Undefined where another product server keeps the coffees. */
  store: CoffeeStore | undefined;
  renderPage: RenderPage;
  /** Undefined in development, where home is rendered for each who asks. */
  homeSearch: HomeSearch | undefined;
  /** Drops what searches keep of the coffees; left out in development. */
  forgetSearches?: () => void;
  /** Files that are served as they are, named by a path; undefined where something else serves them. */
  filesFolder: string | undefined;
  /** Folders of files of earlier builds, which pages that are still open may ask for. */
  earlierFolders?: readonly string[];
  now: () => Date;
  /** Gets every failure that nobody expected, once. */
  report: (error: unknown) => void;
  /** Gets every request, once it is answered. */
  observe?: (exchange: Exchange) => void;
  /** Hears how many streams of changes are open, whenever that changes. */
  observeStreams?: (open: number) => void;
  /** Ends the streams of changes, which never end by themselves. */
  closing?: AbortSignal;
  /** What sees each request first: Vite's middleware in development. */
  before?: (listener: RequestListener) => RequestListener;
  /** What a test cannot wait for. */
  limits?: HttpLimits;
}>;

/** Node's own limits, by Node's names: in milliseconds, and the size in bytes. */
export type HttpLimits = Readonly<typeof httpLimits>;

/** Node's defaults let a slow client hold a connection for minutes, and one that never reads its reply for ever. */
export const httpLimits = {
  maxHeaderSize: 16_384,
  headersTimeout: 15_000,
  requestTimeout: 30_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: 5_000,
  /** Of a connection on which nothing moves while a request or its reply is under way. */
  timeout: 60_000,
};

/** Often enough for the limit above, and for most proxies, which give up after a minute or half of one. */
const heartbeatMs = ({ timeout }: HttpLimits) => Math.min(20_000, timeout / 3);

/** The one process, ready to listen: product server, files and pages. Nothing global, so that tests start as many as they like. */
export function createServer({
  settings,
  store,
  renderPage,
  homeSearch,
  forgetSearches = () => {},
  filesFolder,
  earlierFolders = [],
  now,
  report,
  observe,
  observeStreams = () => {},
  closing,
  before = (listener) => listener,
  limits = httpLimits,
}: ServerParts): Server {
  const app = new Hono<{ Bindings: HttpBindings }>();
  const begin = exchangeObserver(observe);
  app.use(observeRequests(begin));
  app.use(securityHeaders);
  const languageFor = replyLanguage(settings.EXTRAS);
  const languageOf = (call: Context) => languageFor(call.req.header("accept-language"));
  app.onError((error, call) => responseOf(problemReply(error, languageOf(call), report)));
  const recent = new RecentEvents();
  const catalogue = store && new PreparedCatalogue(store, settings.EXTRAS ? recent : undefined);
  const reads = catalogue && new CoffeeReads(catalogue, undefined, settings.EXTRAS);
  const keepUp = () => catalogue?.current().catch(() => {}); // tried again with the next news, or heartbeat
  const addressOf = clientAddress(settings.TRUST_PROXY);
  const ofStreams = { heartbeatMs: heartbeatMs(limits), onHeartbeat: () => void keepUp(), closing };
  const stream = new ChangeStream({ recent, addressOf, ...ofStreams, observe: observeStreams });
  if (reads) {
    const renewing = new PacedWork(() => reads.renew());
    renewing.ask();
    store.watch(() => {
      renewing.ask();
      if (stream.isHeard || catalogue?.isRead) void keepUp();
    });
  }
  const past = store && new ShownPast(settings.HISTORY, store, now);
  const local = catalogue && past && localReplies(store, catalogue, past, settings.EXTRAS);
  const isKnownSite = knownSites(now);
  const siteOf = settings.EXTRAS ? siteUrl(settings) : () => "";
  const unread = new UnreadReplies();
  const rendering = new LimitedWork<EncodedReply>(store ? rendersLimits : rendersFromAfar);
  const answeringForms = new LimitedWork<EncodedReply>(formsLimits);
  const page = async ({ req, env: { incoming, outgoing } }: Context<{ Bindings: HttpBindings }>) => {
    const site = siteOf(incoming);
    const language = preferredLanguage(req.header("accept-language"));
    const accepted = req.header("accept-encoding");
    const form = req.method === "POST" ? await readFormBody(incoming) : undefined;
    const render = async () => {
      // A page depends on nothing else of a request. HEAD gets the headers of the very reply that GET would get.
      const headers = { "accept-language": language };
      const asked = new Request(req.url, form ? { method: "POST", headers, body: form } : { headers });
      const calls = store && fetchHere({ findRoute, languageFor, report }, incoming);
      const rendered = await EncodedReply.read(await renderPage(asked, local, site, calls));
      await rendered.for(accepted); // compressing takes memory too
      return rendered;
    };
    // Each form is sent by itself, and each that adds is shown with a key of its own.
    const isShared = !form && !req.path.toLowerCase().startsWith(pagePaths.add);
    const key = isShared ? JSON.stringify([req.url, language, site]) : randomUUID();
    const document = await (form ? answeringForms : rendering).run(addressOf(incoming) ?? "", key, render);
    const { reply, bytes } = await document.for(accepted);
    outgoing.once("prefinish", () => unread.note(outgoing, [bytes]));
    return reply;
  };
  const pageAtCall: Handler = async (call) => {
    const reply = await page(call);
    reply.headers.append("vary", "Sec-Fetch-Dest");
    return reply;
  };
  const names = store && new VisitorNames(store, now);
  const pages = new TextsOfList();
  const routes =
    store && reads && past && names
      ? apiRoutes({
          ...callParts(settings, store, names, addressOf, now),
          reads,
          catalogue,
          recent,
          past,
          pages,
          stream,
        })
      : [];
  const shared = share({ settings, siteOf, isKnownSite, store, catalogue, past, builtFiles: filesFolder });
  const findRoute = findRoutes([...routes, ...shared.routes]);
  for (const { path, hasPage } of routes) if (hasPage) app.get(path, pageAtCall);

  app.get(`${problemsPath}:code`, (call, next) => {
    const problem = problemOf(call.req.param("code"), settings.EXTRAS);
    if (!problem) return next();
    const { language, headers } = languageOf(call);
    return call.text(`${problem.status} ${problem.title[language]}\n`, 200, headers);
  });
  const toRead = (path: string, read: Handler) => app.get(path, read).all(path, onlyReads);
  toRead("/-/live", (call) => call.text("live", 200, asOfNow));
  toRead("/-/ready", async (call) => {
    await store?.ready();
    return call.text("ready", 200, asOfNow);
  });
  if (store) {
    const description = describeApi(settings.EXTRAS, settings.PUBLIC_URL);
    toRead("/-/openapi.json", (call) => call.json(description));
  }
  app.all("/-/*", () => {
    throw unknownAddress();
  });

  const workerFile = settings.EXTRAS && filesFolder ? files(filesFolder, "no-cache", "same-origin") : undefined;
  toRead(serviceWorkerPath, serviceWorker(workerFile));
  if (settings.EXTRAS) {
    toRead(webManifestPath, (call) => {
      const language = call.req.query("lang");
      return webManifest(settings, isLanguage(language) ? language : "en");
    });
  }
  if (filesFolder) {
    for (const folder of [filesFolder, ...earlierFolders])
      app.use("/assets/*", files(folder, "public, max-age=31536000, immutable", "same-origin"));
    app.use(files(filesFolder, "public, max-age=86400", "cross-origin"));
  }
  app.get("*", page);
  if (settings.EXTRAS) {
    // In this process each call is paid for when it is made; another product server would take all from one address.
    const spendForm = writeBudget(store ? "off" : settings.WRITE_LIMIT);
    const takeForm: typeof page = async (call) => {
      const { incoming } = call.env;
      insistOnOwnPage(incoming, siteOf(incoming));
      await spendForm(addressOf(incoming) ?? "", payments.replace);
      const reply = await page(call);
      reply.headers.set("cache-control", "no-store");
      return reply;
    };
    const takeFormOrSay: typeof page = (call) =>
      takeForm(call).catch((error: unknown) => responseOf(problemText(error, languageOf(call), report)));
    for (const path of formPaths) app.post(path, takeFormOrSay);
  }
  app.all("*", onlyReads);

  const answer = getRequestListener(app.fetch, { errorHandler: () => refuseRequest(languageFor(undefined)) });
  const toApp: RequestListener = (incoming, outgoing) => void answer(incoming, outgoing);
  const parts = catalogue &&
    local &&
    homeSearch && { homeSearch, catalogue, local, render: renderPage, siteOf, isKnownSite, now };
  const homes = parts ? homeDocuments(parts, settings.EXTRAS) : undefined;
  recent.watchErasures(() => {
    reads?.forget();
    pages.forget();
    shared.forget();
    forgetSearches();
    homes?.forget();
  });
  const origins = crossOrigin(settings.ALLOWED_ORIGINS, settings.EXTRAS ? ofExtras : { sent: [], read: [] });
  const listener = answerPlainly(
    { findRoute, findHome: homes?.findHome, shared: origins, languageFor, unread, begin, report },
    toApp,
  );
  const server = createHttpServer(limits, oneAtATime(refuseWhatIsAmbiguous(before(listener), languageFor)));
  server.timeout = limits.timeout;
  rememberAddresses(server);
  refuseWhatIsNotHttp(server, languageFor);
  server.once("close", shared.close);
  if (names) {
    const forget = () => void names.forgetOldKeys().catch(() => {}); // tried again the next time
    const forgetting = setInterval(forget, forgetEveryMs).unref();
    server.once("close", () => clearInterval(forgetting));
    closing?.addEventListener("abort", forget);
  }
  return server;
}

/** Changes of one visitor that are undone together at most. */
const undoneAtOnce = 50;
/** How often secrets of days that are over are looked for. */
const forgetEveryMs = 600_000;

function callParts(
  settings: Settings,
  store: CoffeeStore,
  names: VisitorNames,
  addressOf: ClientAddress,
  now: () => Date,
) {
  const admit = admitWrites(names, addressOf, writeBudget(settings.WRITE_LIMIT), now, settings.EXTRAS);
  const undoLimits = { changes: undoneAtOnce, ...mostAtOnce(settings.WRITE_LIMIT) };
  return { store, addressOf, admit, undoLimits, extras: settings.EXTRAS };
}

const ofExtras = { sent: [keyHeader, browserHeader], read: [receiptHeader, changeHeader] };

/** Pages are rendered some milliseconds each on the one thread that answers. */
const rendersLimits = { atOnce: 8, waiting: 64 };
/** Most of their time they wait for the other product server. */
const rendersFromAfar = { atOnce: 64, waiting: 256 };
/** They wait for the disk, the database or the other product server, and pages do not wait for them. */
const formsLimits = rendersFromAfar;

/** No cache may answer for a process that has ended. */
const asOfNow = { "cache-control": "no-store" };

const onlyReads = (call: Context): never => {
  const headers = { allow: "GET, HEAD" };
  const { method } = call.req;
  const detail = { en: `This address doesn't support ${method}.`, bn: `এখানে ${method} অনুরোধ চলে না।` };
  throw new HttpFault("method-not-allowed", detail, { headers });
};

/** `readers` says whose pages may show the files: photographs and icons are for other shops too. */
function files(root: string, cacheControl: string, readers: "same-origin" | "cross-origin"): MiddlewareHandler {
  const serve = serveStatic({
    root,
    precompressed: true,
    onFound: (path, call) => {
      call.header("cache-control", cacheControl);
      // Also as it is, or a shared cache would send it so to everybody (RFC 9110 §12.5.5).
      if (existsSync(`${path}.br`)) call.header("vary", "Accept-Encoding");
      call.header("cross-origin-resource-policy", readers);
    },
  });
  return async (call, next) => {
    // RFC 9110 §14.2 lets a server ignore it. Files are small, and a whole one is right whatever range was asked for.
    if (call.req.header("range")) call.req.raw.headers.delete("range");
    const reply = await serve(call, next);
    if (!(reply instanceof Response) || !isUnchanged(call, reply.headers)) return reply;
    // The file is closed beside the reply; whether that went well is no concern of it.
    void reply.body?.cancel().catch(() => {});
    return new Response(null, { status: 304, headers: withoutBody(reply.headers) });
  };
}

/** RFC 9110 §13.1.3; files have no other validator. */
function isUnchanged(call: Context, headers: Headers): boolean {
  const [since = "", changed = ""] = [call.req.header("if-modified-since"), headers.get("last-modified") ?? undefined];
  return call.req.header("if-none-match") === undefined && Date.parse(since) >= Date.parse(changed);
}

/** What a 304 repeats of the headers of a file (RFC 9110 §15.4.5). */
function withoutBody(headers: Headers): Headers {
  const kept = new Headers(headers);
  for (const name of ["content-encoding", "content-length", "content-type"]) kept.delete(name);
  return kept;
}
