import type { RequestListener, Server } from "node:http";
import { format } from "node:util";
import { fileURLToPath } from "node:url";
import { samplesFor } from "../catalogue/sample-coffees.ts";
import type { CoffeeStore } from "../catalogue/coffee-store.ts";
import { listBackups } from "../store/copies/backups.ts";
import { openShop, describePlace } from "../store/open-store.ts";
import type { StoreEvents } from "../store/sqlite/live-file.ts";
import { StoreRefused } from "../store/store-refused.ts";
import { buildsBefore, currentBuild, noteOpenShop, type Build } from "./pages/builds.ts";
import { CannotStart } from "./operate/cannot-start.ts";
import { closeOnSignal, closingSignals } from "./operate/close-on-signal.ts";
import { createServer, type ServerParts } from "./create-server.ts";
import { drillDaily, type DailyDrillParts } from "./operate/daily-drill.ts";
import type { DrainTimes } from "./http/drain.ts";
import { listen, loopback, portOf, urlOf } from "./http/listen.ts";
import type { Exchange } from "./http/observe-requests.ts";
import { openLog, type Log } from "./operate/log.ts";
import { openShopPhotos } from "./photos/open-photo-store.ts";
import { watchMoves } from "./operate/watch-moves.ts";
import { describeHolder } from "./operate/port-holder.ts";
import { readServiceManager, type ServiceManager } from "./operate/service-manager.ts";
import { asStorefront, loadBuild, renderPages } from "./pages/render-pages.ts";
import { backupsDirectory, shopPlace, type Settings } from "./settings.ts";

/** How long replies may take to finish at closing. Leaves time to close the database within ten seconds in all. */
const drainTimeoutMs = 7_000;
/**
 * How long idle connections stay usable at closing if the socket outlives the shop: the next process, or the service
 * manager, accepts the connections that visitors open instead.
 */
const lingerMs = 1_500;
/** The exit code of a shop that can no longer write, but may once it is opened again: "try again later" in sysexits. */
const exitCodeForRestart = 75;

/**
 * Opens the shop, and keeps it open until a signal ends it. Resolves to its port once it is open. `drill` tries the
 * newest backup, once a day. Rejects with `CannotStart` if the operator can remove the reason.
 */
export async function serve(
  settings: Settings,
  isDevelopment: boolean,
  drill: DailyDrillParts["drill"],
): Promise<number> {
  const log = openLog(settings.LOG, () => new Date());
  // Errors that packages such as React print go to the log too. In development, Vite prints its own colours.
  if (settings.LOG === "json" || !isDevelopment)
    console.error = (...words) => log.complain("failure", format(...words));
  const manager = readServiceManager(process.env, process.pid);
  const build = isDevelopment ? undefined : builtShop();
  let end = endAtOnce;
  const events: StoreEvents = {
    onTrouble: ({ message }) => log.complain("failure", message),
    onHealed: (words) => log.say("healed", words),
    onGivenUp: ({ message }) => {
      log.complain("failure", `${message} The shop ends with code ${exitCodeForRestart}, to be started again.`);
      end(exitCodeForRestart);
    },
  };
  const { closeData, ...data } = await openData(settings, events);
  const { store } = data;
  try {
    const { metrics, forMetrics } = settings.METRICS_PORT === "off" ? {} : await openMetrics(store);
    const observe = (exchange: Exchange) => {
      metrics?.observe(exchange);
      log.note("request", exchange);
    };
    const isObserved = metrics !== undefined || settings.LOG === "json";
    const report = (error: unknown) => log.complain("failure", error);
    const closing = new AbortController();
    const observeStreams = (open: number) => metrics?.observeStreams(open);
    const observed = { ...(isObserved && { observe }), observeStreams };
    const parts = { settings, ...data, ...observed, closing: closing.signal, report, now: () => new Date() };
    const server = build ? await productionServer(build, parts) : await developmentServer(parts);
    await listenToAll({ server, forMetrics }, settings, manager, build);
    if (build) noteOpenShop(build, portOf(server));
    closing.signal.addEventListener("abort", () => void manager.notify?.("STOPPING=1").catch(report));
    const servers = [server, ...(forMetrics ? [forMetrics] : [])];
    end = closeOnSignal({ servers, times: drainTimes(isDevelopment, manager), closing, closeData });
    if (store && settings.DRILL && !isDevelopment) {
      const hasBackups = () => listBackups(backupsDirectory(settings)).length > 0;
      drillDaily(
        { drill, hasBackups, observe: (outcome) => metrics?.observeDrill(outcome), log },
        closing.signal,
      ).catch(report);
    }
    if (store) watchMoves(store, log, closing.signal).catch(report);
    sayOpen(log, settings, urlOf(server, manager.descriptor === undefined ? settings.HOST : undefined));
    manager.notify?.("READY=1").catch(report);
    return portOf(server);
  } catch (error) {
    await closeData();
    throw error;
  }
}

/** The package that counts is large, so it is loaded only if it is needed. */
async function openMetrics(store: CoffeeStore | undefined) {
  const { Metrics, metricsServer } = await import("./operate/metrics.ts");
  const metrics = new Metrics(store);
  return { metrics, forMetrics: metricsServer(metrics) };
}

function drainTimes(isDevelopment: boolean, { descriptor }: ServiceManager): DrainTimes {
  if (isDevelopment) return { lingerMs: 0, timeoutMs: 0 };
  return { lingerMs: descriptor === undefined ? 0 : lingerMs, timeoutMs: drainTimeoutMs };
}

function sayOpen(log: Log, settings: Settings, url: string): void {
  const { PRODUCT_SERVER_URL: other, SHOP_NAME } = settings;
  const place = other ? `come from ${other}` : `are kept in ${describePlace(shopPlace(settings))}`;
  log.say("opened", `${SHOP_NAME} is open at ${url}\nCoffees ${place}. Ctrl-C closes the shop.`, { url });
}

function endAtOnce(exitCode: number): void {
  process.exit(exitCode);
}

/** Opens the coffees, unless another product server keeps them, and the photos. */
async function openData(settings: Settings, events: StoreEvents) {
  const store = settings.PRODUCT_SERVER_URL ? undefined : await openOrExplain(settings, events);
  const shopPhotos = await openShopPhotos(settings);
  const closeData = async () => {
    await shopPhotos[Symbol.asyncDispose]();
    await store?.close();
  };
  const { photos, copies } = shopPhotos;
  return { store, photos, copies, closeData };
}

async function openOrExplain(settings: Settings, events: StoreEvents): Promise<CoffeeStore> {
  try {
    return await openShop(
      shopPlace(settings),
      settings.SAMPLE ? samplesFor(settings.PUBLIC_URL) : [],
      new Date(),
      events,
    );
  } catch (error) {
    if (error instanceof StoreRefused) throw new CannotStart(error.message, { cause: error });
    throw error;
  }
}

function builtShop(): Build {
  const build = currentBuild();
  if (!build) throw new CannotStart("The shop is not built yet. npm start builds and opens it.");
  return build;
}

type CommonParts = Omit<
  ServerParts,
  "renderPage" | "homeSearch" | "forgetSearches" | "filesFolder" | "earlierFolders" | "before"
>;

async function productionServer(build: Build, parts: CommonParts): Promise<Server> {
  const storefront = await loadBuild(build.pagesFile);
  return createServer({
    ...parts,
    renderPage: renderPages(async () => storefront, parts.settings, "production"),
    homeSearch: storefront.entry.module.homeSearch,
    forgetSearches: storefront.entry.module.forgetSearches,
    filesFolder: build.clientFolder,
    earlierFolders: buildsBefore(build).map(({ clientFolder }) => clientFolder),
  });
}

/** Vite in the same process and on the same port: it sees each request first, and renders the newest code. */
async function developmentServer(parts: CommonParts): Promise<Server> {
  const { createServer: createVite } = await import("vite");
  const load = async () => asStorefront(await vite.ssrLoadModule("virtual:react-router/server-build"));
  const before =
    (listener: RequestListener): RequestListener =>
    (incoming, outgoing) => {
      vite.middlewares(incoming, outgoing, () => listener(incoming, outgoing));
    };
  const renderPage = renderPages(load, parts.settings, "development");
  const server = createServer({ ...parts, renderPage, homeSearch: undefined, filesFolder: undefined, before });
  const vite = await createVite({
    root: fileURLToPath(new URL("..", import.meta.url)),
    appType: "custom",
    server: { middlewareMode: true, hmr: { server } },
  });
  // On a signal, Vite and its plugins would end the process before the store is closed.
  for (const signal of closingSignals) process.removeAllListeners(signal);
  return server;
}

/** Opens the shop's server and, if there is one, the server for metrics behind it. Rejects as `listen` does. */
async function listenToAll(
  { server, forMetrics }: Readonly<{ server: Server; forMetrics: Server | undefined }>,
  { HOST: host, PORT: port, METRICS_PORT: metricsPort }: Settings,
  { descriptor }: ServiceManager,
  build: Build | undefined,
): Promise<void> {
  const holder = () => describeHolder(host, port, build);
  await listen(server, descriptor === undefined ? { host, port, setting: "PORT", holder } : { descriptor });
  if (!forMetrics || metricsPort === "off") return;
  // The process that this one replaces still has the port. Other systems than Linux cannot share one so.
  const isShared = descriptor !== undefined && process.platform === "linux";
  await listen(forMetrics, { host: loopback, port: metricsPort, setting: "METRICS_PORT", isShared });
}
