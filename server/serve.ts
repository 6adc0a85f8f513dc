import { once } from "node:events";
import { existsSync } from "node:fs";
import type { RequestListener, Server } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { sampleCoffees } from "../catalogue/sample-coffees.ts";
import type { CoffeeStore } from "../catalogue/coffee-store.ts";
import { backupsFolder, listBackups } from "../store/backups.ts";
import { openStore } from "../store/open-store.ts";
import { StoreRefused } from "../store/store-refused.ts";
import { CannotStart } from "./cannot-start.ts";
import { drillDaily, type DailyDrillParts } from "./daily-drill.ts";
import { createServer, type ServerParts } from "./create-server.ts";
import { asStorefront, loadBuild, renderPages } from "./pages.ts";
import type { Settings } from "./settings.ts";

const drainTimeoutMs = 10_000;
const echoMs = 1_000;
/** A connection whose reply ends while the shop closes is idle only then. */
const sweepEveryMs = 50;
const closingSignals = ["SIGINT", "SIGTERM"];
const builtServer = new URL("../build/server/index.js", import.meta.url);
const builtFiles = new URL("../build/client", import.meta.url);

/**
 * Opens the shop and keeps it open until a signal ends it. `drill` tries the newest backup, once a day. Rejects with
 * `CannotStart`.
 */
export async function serve(
  settings: Settings,
  isDevelopment: boolean,
  drill: DailyDrillParts["drill"],
): Promise<void> {
  const store = settings.PRODUCT_SERVER_URL ? undefined : openOrExplain(settings);
  const server = isDevelopment ? await developmentServer(settings, store) : await productionServer(settings, store);
  try {
    await listen(server, settings);
  } catch (error) {
    await store?.close();
    throw error;
  }
  const closing = new AbortController();
  closeOnSignal(server, store, closing, isDevelopment ? 0 : drainTimeoutMs);
  if (store && settings.DRILL && !isDevelopment) {
    drillDaily(drillParts(settings, drill), closing.signal).catch((error: unknown) => console.error(error));
  }
  const place = store ? `are kept in ${settings.DATA_DIR}` : `come from ${settings.PRODUCT_SERVER_URL}`;
  console.log(
    `${settings.SHOP_NAME} is open at ${addressOf(server, settings.HOST)}\nCoffees ${place}. Ctrl-C closes the shop.`,
  );
}

function openOrExplain(settings: Settings): CoffeeStore {
  try {
    return openStore(settings.DATA_DIR, settings.SAMPLE ? sampleCoffees : [], new Date());
  } catch (error) {
    if (error instanceof StoreRefused) throw new CannotStart(error.message, { cause: error });
    throw error;
  }
}

function commonParts(store: CoffeeStore | undefined) {
  return { store, now: () => new Date(), report: (error: unknown) => console.error(error) };
}

function drillParts({ DATA_DIR }: Settings, drill: DailyDrillParts["drill"]): DailyDrillParts {
  return {
    drill,
    hasBackups: () => listBackups(backupsFolder(DATA_DIR)).length > 0,
    observer: { drilled: () => {}, foundBackup: () => {} },
    now: () => new Date(),
    log: (line) => console.log(line),
  };
}

async function productionServer(settings: Settings, store: CoffeeStore | undefined): Promise<Server> {
  if (!existsSync(builtServer)) throw new CannotStart("The shop is not built yet. npm start builds and opens it.");
  const build = await loadBuild(builtServer);
  return createServer({
    ...commonParts(store),
    settings,
    renderPage: renderPages(async () => build, settings, "production"),
    filesFolder: fileURLToPath(builtFiles),
  });
}

/** Vite in the same process and on the same port: it sees each request first, and renders the newest code. */
async function developmentServer(settings: Settings, store: CoffeeStore | undefined): Promise<Server> {
  const { createServer: createVite } = await import("vite");
  const load = async () => asStorefront(await vite.ssrLoadModule("virtual:react-router/server-build"));
  const before =
    (listener: RequestListener): RequestListener =>
    (incoming, outgoing) => {
      vite.middlewares(incoming, outgoing, () => listener(incoming, outgoing));
    };
  const parts: ServerParts = {
    ...commonParts(store),
    settings,
    renderPage: renderPages(load, settings, "development"),
    filesFolder: undefined,
    before,
  };
  const server = createServer(parts);
  const vite = await createVite({
    root: fileURLToPath(new URL("..", import.meta.url)),
    appType: "custom",
    server: { middlewareMode: true, hmr: { server } },
  });
  // Vite and its plugins would end the process on their own, before the store is closed.
  for (const signal of closingSignals) process.removeAllListeners(signal);
  return server;
}

async function listen(server: Server, { PORT, HOST }: Settings): Promise<void> {
  try {
    server.listen(PORT, HOST);
    await once(server, "listening");
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    const reasons = new Map<unknown, string>([
      [
        "EADDRINUSE",
        `Port ${PORT} on ${HOST} is taken. End what uses it, or choose another: PORT=${PORT + 1} npm start`,
      ],
      ["EACCES", `Port ${PORT} may not be used without more rights. Choose one above 1023: PORT=8080 npm start`],
      ["EADDRNOTAVAIL", `${HOST} is not an address of this machine. Set HOST to one that is.`],
      ["ENOTFOUND", `${HOST} is not an address of this machine. Set HOST to one that is.`],
    ]);
    const reason = reasons.get(code);
    throw reason === undefined ? error : new CannotStart(reason, { cause: error });
  }
}

function addressOf(server: Server, host: string): string {
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : "";
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/**
 * The first signal lets replies under way finish; a later one does not wait for them. Ctrl-C under npm is one order that
 * arrives twice, from the terminal and from npm, so an echo within a second counts as the same.
 */
function closeOnSignal(
  server: Server,
  store: CoffeeStore | undefined,
  closing: AbortController,
  timeoutMs: number,
): void {
  let closingSince: number | undefined;
  const close = async () => {
    if (closingSince !== undefined) {
      if (performance.now() - closingSince > echoMs) process.exit(1);
      return;
    }
    closingSince = performance.now();
    closing.abort();
    server.close();
    const sweep = setInterval(() => server.closeIdleConnections(), sweepEveryMs);
    await Promise.race([once(server, "close"), delay(timeoutMs)]);
    clearInterval(sweep);
    await store?.close();
    process.exit(0);
  };
  for (const signal of closingSignals) process.on(signal, () => void close());
}
