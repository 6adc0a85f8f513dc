import type { RequestHandler, ServerBuild } from "react-router";
import type {
  createRequestHandler,
  documentContext,
  forgetSearches,
  homeSearch,
  LocalReplies,
} from "../../app/entry.server.tsx";
import type { Fetch } from "../../client/client.ts";
import type { CoffeeStore } from "../../catalogue/coffee-store.ts";
import { deletionOf } from "../calls/coffee/deletion.ts";
import type { ShownPast } from "../calls/changes/shown-past.ts";
import type { PreparedCatalogue } from "../list-cache/prepared-catalogue.ts";
import { copiesPhotos, keepsPhotos } from "../photos/open-photo-store.ts";
import type { Settings } from "../settings.ts";
import { shopInLanguages } from "./shop-in-languages.ts";
import { shownColour, themeStyle } from "./theme.ts";

/** The storefront as React Router built it; its entry also makes the context that its loaders read. */
export type StorefrontBuild = ServerBuild & { entry: { module: StorefrontEntry } };

type StorefrontEntry = Readonly<{
  createRequestHandler: typeof createRequestHandler;
  documentContext: typeof documentContext;
  homeSearch: HomeSearch;
  forgetSearches: typeof forgetSearches;
}>;

/** Reduces a query of home to the part that changes the page; undefined if that must not be cached, as for a search. */
export type HomeSearch = typeof homeSearch;

/** Imports the storefront that React Router built into `file`. Rejects if it is anything else. */
export async function loadBuild(file: URL): Promise<StorefrontBuild> {
  return asStorefront(await import(file.href));
}

/** Asserts that a loaded module is the storefront. Throws `TypeError` if it is not. */
export function asStorefront(module: unknown): StorefrontBuild {
  if (!isStorefront(module)) throw new TypeError("This module is not the built storefront.");
  return module;
}

function isStorefront(module: unknown): module is StorefrontBuild {
  return typeof module === "object" && module !== null && "entry" in module && "routes" in module;
}

/**
 * Renders the document for a request. `local` is set if this process keeps the coffees. `site` is the shop's address as
 * the client sees it; undefined for a document that names no address. Forms without scripts go to `calls`, or if that
 * is undefined, to the other product server.
 */
export type RenderPage = (
  request: Request,
  local: LocalReplies | undefined,
  site: string | undefined,
  calls?: Fetch,
) => Promise<Response>;

/** Renders pages with the build that `load` resolves to: the same one each time, or in development the newest. */
export function renderPages(
  load: () => Promise<StorefrontBuild>,
  settings: Settings,
  mode: "production" | "development",
): RenderPage {
  const shown = storefrontSettings(settings);
  let current: { build: StorefrontBuild; handle: RequestHandler } | undefined;
  return async (request, local, site, calls) => {
    const build = await load();
    const { createRequestHandler, documentContext } = build.entry.module;
    if (current?.build !== build) current = { build, handle: createRequestHandler(build, mode) };
    return current.handle(request, documentContext(request, shown, local, site, calls));
  };
}

/** The product server's replies, read in this process without an HTTP request. They reject as the store does. */
export function localReplies(
  store: CoffeeStore,
  catalogue: PreparedCatalogue,
  past: ShownPast,
  extras: boolean,
): LocalReplies {
  return {
    list: async (first) => (await catalogue.latest()).coffees.list.first(first),
    all: async () => {
      const { coffees } = await catalogue.latest();
      const { version, list } = coffees.list;
      return { version, coffees: list.segments.flatMap((segment) => segment.coffees), find: (id) => coffees.find(id) };
    },
    find: async (id) => {
      const { coffee } = await catalogue.find(id);
      if (coffee) return coffee;
      return { deleted: extras ? await deletionOf(store, past, id) : undefined };
    },
  };
}

/** The settings that pages need. */
export function storefrontSettings(settings: Settings) {
  const palette = { light: settings.THEME_LIGHT, dark: settings.THEME_DARK };
  return {
    shop: shopInLanguages(settings),
    themeStyle: themeStyle(palette),
    headerColour: shownColour("espresso", palette),
    extras: settings.EXTRAS,
    showsHistory: settings.EXTRAS && settings.HISTORY !== "off",
    publicUrl: settings.PUBLIC_URL,
    productServerUrl: settings.PRODUCT_SERVER_URL,
    ...(!keepsPhotos(settings) && { hasNoPhotos: true as const }),
    ...(!copiesPhotos(settings) && { hasNoCopies: true as const }),
  };
}
