import { once } from "node:events";
import type { CoffeeFields } from "../../catalogue/coffee.ts";
import type { CoffeeStore } from "../../catalogue/coffee-store.ts";
import { openShop, type ShopPlace } from "../../store/open-store.ts";
import { newTestPlace } from "../test-place.ts";
import { currentBuild } from "../../server/pages/builds.ts";
import { createServer, type HttpLimits } from "../../server/create-server.ts";
import type { Exchange } from "../../server/http/observe-requests.ts";
import { openShopPhotos } from "../../server/photos/open-photo-store.ts";
import { loadBuild, renderPages } from "../../server/pages/render-pages.ts";
import { openNetwork, type Network } from "../../server/photos/mirror/network.ts";
import { readSettings, shopPlace, type Settings } from "../../server/settings.ts";

export type TestShop = AsyncDisposable &
  Readonly<{
    url: string;
    /** The data directory, if the data are in a file. */
    directory: string;
    /** The place of the data, for another server that opens the same. */
    place: ShopPlace;
    store: CoffeeStore;
    /** Unexpected errors that the server reported. A test that expects none asserts that this is empty. */
    reports: readonly unknown[];
  }>;

type TestShopOptions = Readonly<{
  /** The place of another shop, which removes it at its end. If left out, the shop has its own place. */
  place?: ShopPlace;
  environment?: Readonly<Record<string, string>>;
  firstCoffees?: readonly CoffeeFields[];
  now?: () => Date;
  observe?: (exchange: Exchange) => void;
  observeStreams?: (open: number) => void;
  closing?: AbortSignal;
  limits?: HttpLimits;
  /** The folders with files of earlier builds. */
  earlierFolders?: readonly string[];
  /** The network in which the shop fetches photos of other hosts. If left out, no host exists. */
  mirror?: Network;
}>;

/** A server in this process with a shop's pages and calls, on a free port. */
type ServedShop = AsyncDisposable & Pick<TestShop, "url" | "reports">;

/** A whole shop for a test: the built pages and a real store in its own place, by `environment`: see `newTestPlace`. */
export async function openTestShop({
  place: shared,
  environment = {},
  firstCoffees = [],
  now = () => new Date(),
  ...options
}: TestShopOptions = {}): Promise<TestShop> {
  const own = shared ? undefined : await newTestPlace(environment["DATABASE_URL"]);
  const place = shared ?? own;
  if (!place) throw new Error("The shop has no place.");
  const ofTests = { WRITE_LIMIT: "off", DATA_DIR: place.directory };
  const settings = readSettings({ ...ofTests, ...environment, DATABASE_URL: place.databaseUrl });
  const store = await openShop(shopPlace(settings), firstCoffees, now());
  const server = await openTestServer(settings, store, { now, ...options });
  return {
    ...server,
    directory: place.directory,
    place,
    store,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await own?.[Symbol.asyncDispose]();
    },
  };
}

/** A network without hosts, so that no test leaves this machine. */
const closedNetwork: Network = {
  ...openNetwork,
  lookup(name, _, callback) {
    process.nextTick(() => callback(Object.assign(new Error(`There is no ${name}.`), { code: "ENOTFOUND" }), []));
  },
  connectTo: () => ({ ip: "127.0.0.1", port: 9 }),
};

type TestServerOptions = Omit<TestShopOptions, "place" | "environment" | "firstCoffees">;

/** Serves a store, and closes it at the end. Without a store, another product server has the coffees. */
export async function openTestServer(
  settings: Settings,
  store: CoffeeStore | undefined,
  {
    observe = () => {},
    observeStreams = () => {},
    now = () => new Date(),
    earlierFolders = [],
    mirror = closedNetwork,
    ...options
  }: TestServerOptions = {},
): Promise<ServedShop> {
  const build = currentBuild();
  if (!build) throw new Error("The shop is not built: node tools/set-up/setup.mjs --build");
  const storefront = await loadBuild(build.pagesFile);
  const shopPhotos = await openShopPhotos(settings);
  const { photos, copies } = shopPhotos;
  const reports: unknown[] = [];
  const server = createServer({
    settings,
    store,
    photos,
    copies,
    mirror,
    renderPage: renderPages(async () => storefront, settings, "production"),
    homeSearch: storefront.entry.module.homeSearch,
    forgetSearches: storefront.entry.module.forgetSearches,
    filesFolder: build.clientFolder,
    earlierFolders,
    now,
    report: (error) => reports.push(error),
    observe,
    observeStreams,
    ...options,
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("The server has no port.");
  return {
    url: `http://127.0.0.1:${address.port}`,
    reports,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
      await shopPhotos[Symbol.asyncDispose]();
      await store?.close();
    },
  };
}
