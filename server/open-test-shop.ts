import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { CoffeeFields } from "../catalogue/coffee.ts";
import type { CoffeeStore } from "../catalogue/coffee-store.ts";
import { openShop } from "../store/open-store.ts";
import { newTestPlace } from "../store/test-place.ts";
import { createServer, type HttpLimits } from "./create-server.ts";
import type { Exchange } from "./http/observe-requests.ts";
import { loadBuild, renderPages } from "./pages.ts";
import { readSettings } from "./settings.ts";

export type TestShop = AsyncDisposable &
  Readonly<{
    url: string;
    /** Where its data are, if they are in a file. */
    directory: string;
    store: CoffeeStore;
    /** What was reported as unexpected. A test that expects nothing there asserts that it is empty. */
    reports: readonly unknown[];
  }>;

export type TestShopOptions = Readonly<{
  environment?: Readonly<Record<string, string>>;
  firstCoffees?: readonly CoffeeFields[];
  now?: () => Date;
  observe?: (exchange: Exchange) => void;
  limits?: HttpLimits;
}>;

/**
 * A whole shop for a test: the built pages, a real store in a place of its own, a free port. Where `DATABASE_URL` is in the
 * environment, that place is in PostgreSQL, save for a test whose own `environment` says otherwise.
 */
export async function openTestShop({
  environment = {},
  firstCoffees = [],
  now = () => new Date(),
  observe = () => {},
  limits,
}: TestShopOptions = {}): Promise<TestShop> {
  const place = await newTestPlace(environment["DATABASE_URL"]);
  const ofTests = { WRITE_LIMIT: "off", DATA_DIR: place.directory };
  const settings = readSettings({ ...ofTests, ...environment, DATABASE_URL: place.databaseUrl });
  const store = await openShop(place, firstCoffees, now());
  const build = await loadBuild(new URL("../build/server/index.js", import.meta.url));
  const reports: unknown[] = [];
  const server = createServer({
    settings,
    store,
    renderPage: renderPages(async () => build, settings, "production"),
    isBuilt: true,
    filesFolder: fileURLToPath(new URL("../build/client", import.meta.url)),
    now,
    report: (error) => reports.push(error),
    observe,
    ...(limits && { limits }),
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("The server has no port.");
  return {
    url: `http://127.0.0.1:${address.port}`,
    directory: place.directory,
    store,
    reports,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
      await store.close();
      await place[Symbol.asyncDispose]();
    },
  };
}
