import { once } from "node:events";
import type { RequestListener, Server } from "node:http";
import { format } from "node:util";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { samplesFor } from "../catalogue/sample-coffees.ts";
import type { CoffeeStore } from "../catalogue/coffee-store.ts";
import { listBackups } from "../store/copies/backups.ts";
import { openShop, describePlace } from "../store/open-store.ts";
import type { StoreEvents } from "../store/sqlite/live-file.ts";
import { StoreRefused } from "../store/store-refused.ts";
import { buildsBefore, currentBuild, findOpenShop, noteOpenShop, type Build, type OpenShop } from "./pages/builds.ts";
import { CannotStart } from "./operate/cannot-start.ts";
import { createServer, type ServerParts } from "./create-server.ts";
import { drillDaily, type DailyDrillParts } from "./operate/daily-drill.ts";
import type { Exchange } from "./http/observe-requests.ts";
import { openLog } from "./operate/log.ts";
import { openShopPhotos } from "./photos/open-photo-store.ts";
import { watchMoves } from "./operate/watch-moves.ts";
import { loopback, Metrics, metricsServer } from "./operate/metrics.ts";
import { asStorefront, loadBuild, renderPages } from "./pages/render-pages.ts";
import { backupsDirectory, shopPlace, type Settings } from "./settings.ts";

/** How long replies may take to finish at closing. Leaves time to close the database within ten seconds in all. */
const drainTimeoutMs = 7_000;
const echoMs = 1_000;
/** How often idle connections are closed at closing: a connection is idle only once its reply has ended. */
const sweepEveryMs = 50;
/** The exit code of a shop that can no longer write, but may once it is opened again: "try again later" in sysexits. */
const exitCodeForRestart = 75;
const answerTimeoutMs = 3_000;
const closingSignals = ["SIGINT", "SIGTERM"];

/**
 * Opens the shop, and keeps it open until a signal ends it. Resolves once it is open. `drill` tries the newest backup,
 * once a day. Rejects with `CannotStart` if the operator can remove the reason.
 */
export async function serve(
  settings: Settings,
  isDevelopment: boolean,
  drill: DailyDrillParts["drill"],
): Promise<void> {
  const log = openLog(settings.LOG, () => new Date());
  // Errors that packages such as React print go to the log too. In development, Vite prints its own colours.
  if (settings.LOG === "json" || !isDevelopment)
    console.error = (...words) => log.complain("failure", format(...words));
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
    const metrics = settings.METRICS_PORT === "off" ? undefined : new Metrics(store);
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
    const forMetrics = metrics && metricsServer(metrics);
    await listen(server, "PORT", settings.PORT, settings.HOST, build);
    if (build) noteOpenShop(build, portOf(server));
    if (settings.METRICS_PORT !== "off" && forMetrics)
      await listen(forMetrics, "METRICS_PORT", settings.METRICS_PORT, loopback);
    const servers = [server, ...(forMetrics ? [forMetrics] : [])];
    end = closeOnSignal(servers, closeData, closing, isDevelopment ? 0 : drainTimeoutMs);
    if (store && settings.DRILL && !isDevelopment) {
      const hasBackups = () => listBackups(backupsDirectory(settings)).length > 0;
      drillDaily(
        { drill, hasBackups, observe: (outcome) => metrics?.observeDrill(outcome), log },
        closing.signal,
      ).catch(report);
    }
    if (store) watchMoves(store, log, closing.signal).catch(report);
    const url = addressOf(server, settings.HOST);
    const place = store
      ? `are kept in ${describePlace(shopPlace(settings))}`
      : `come from ${settings.PRODUCT_SERVER_URL}`;
    log.say("opened", `${settings.SHOP_NAME} is open at ${url}\nCoffees ${place}. Ctrl-C closes the shop.`, { url });
  } catch (error) {
    await closeData();
    throw error;
  }
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
  const storefront = await loadBuild(build.serverFile);
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

/**
 * Resolves once the server listens. Rejects with `CannotStart` if it may not, or the port is taken: the message names
 * `setting`, with which the operator can choose another port. `build` is what the shop is opened with.
 */
async function listen(server: Server, setting: string, port: number, host: string, build?: Build): Promise<void> {
  try {
    server.listen(port, host);
    await once(server, "listening");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    const open = code === "EADDRINUSE" && (await isShopAt(host, port)) ? findOpenShop(port) : undefined;
    const reasons = new Map<unknown, string>([
      [
        "EADDRINUSE",
        `Port ${port} on ${host} is taken${open ? openShopWords(open, build) : ". End what uses it"}, or choose another: ${setting}=${port + 1} npm start`,
      ],
      ["EACCES", `Port ${port} may not be used without more rights. Choose one above 1023: ${setting}=8080 npm start`],
      ["EADDRNOTAVAIL", `${host} is not an address of this machine. Set HOST to one that is.`],
      ["ENOTFOUND", `${host} is not an address of this machine. Set HOST to one that is.`],
    ]);
    const reason = reasons.get(code);
    throw reason === undefined ? error : new CannotStart(reason, { cause: error });
  }
}

async function isShopAt(host: string, port: number): Promise<boolean> {
  const near = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
  try {
    const signal = AbortSignal.timeout(answerTimeoutMs);
    const reply = await fetch(`http://${near.includes(":") ? `[${near}]` : near}:${port}/-/live`, { signal });
    return (await reply.text()) === "live";
  } catch {
    return false;
  }
}

function openShopWords({ processId, buildName }: OpenShop, build: Build | undefined): string {
  const which = buildName === build?.name ? "this build of the shop" : "an older build of this shop";
  return ` by ${which}, process ${processId}. To replace it, end that process (kill ${processId}) and start again`;
}

function addressOf(server: Server, host: string): string {
  return `http://${host.includes(":") ? `[${host}]` : host}:${portOf(server)}`;
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === "object" && address ? address.port : 0;
}

/**
 * Closes the shop at a signal, and returns a function that closes it with another exit code. The first signal lets
 * replies in progress finish, for at most `timeoutMs`; a later one does not wait for them. Ctrl-C under npm arrives
 * twice, from the terminal and from npm, so an echo within a second counts as the same signal.
 */
function closeOnSignal(
  servers: readonly Server[],
  closeData: () => Promise<void>,
  closing: AbortController,
  timeoutMs: number,
): (exitCode: number) => void {
  let closingSince: number | undefined;
  const close = async (exitCode: number) => {
    if (closingSince !== undefined) {
      if (performance.now() - closingSince > echoMs) process.exit(1);
      return;
    }
    closingSince = performance.now();
    closing.abort();
    for (const server of servers) server.close();
    const sweep = setInterval(() => {
      for (const server of servers) server.closeIdleConnections();
    }, sweepEveryMs);
    await Promise.race([Promise.all(servers.map((server) => once(server, "close"))), delay(timeoutMs)]);
    clearInterval(sweep);
    await closeData();
    process.exit(exitCode);
  };
  for (const signal of closingSignals) process.on(signal, () => void close(0));
  return (exitCode) => void close(exitCode);
}
