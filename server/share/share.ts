import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CoffeeStore } from "../../catalogue/coffee-store.ts";
import type { ShownPast } from "../calls/changes/shown-past.ts";
import type { Route } from "../http/route.ts";
import type { PreparedCatalogue } from "../list-cache/prepared-catalogue.ts";
import type { Settings } from "../settings.ts";
import { codeRoute } from "./qr-code-route.ts";
import { pictureRoute } from "./picture-route.ts";
import type { PhotoSources } from "./pictures/photo-bytes.ts";
import { SharePictures } from "./pictures/share-pictures.ts";
import type { IsKnownSite } from "./known-sites.ts";
import type { SiteUrl } from "./site-url.ts";
import { robotsRoute, textRoutes } from "./text-routes.ts";

export type ShareParts = Readonly<{
  settings: Settings;
  siteOf: SiteUrl;
  isKnownSite: IsKnownSite;
  /** Undefined when `PRODUCT_SERVER_URL` is set: then there are only robots.txt and the QR codes. */
  store: CoffeeStore | undefined;
  catalogue: PreparedCatalogue | undefined;
  past: ShownPast | undefined;
  photos: PhotoSources;
  /** The folder of the files that browsers get; undefined in development. */
  builtFiles: string | undefined;
}>;

/** Routes for programs that pass the shop's links on: search engines, feed readers, and sites that preview a link. */
export type Share = Readonly<{
  routes: readonly Route[];
  /** Drops all cached pictures and feeds, because words in them were erased. */
  forget: () => void;
  close: () => void;
}>;

const nothingKept = { forget: () => {}, close: () => {} };

export function share({
  settings,
  siteOf,
  isKnownSite,
  store,
  catalogue,
  past,
  photos,
  builtFiles,
}: ShareParts): Share {
  if (!settings.EXTRAS) return { routes: [], ...nothingKept };
  const always = [robotsRoute(siteOf, store !== undefined), codeRoute(siteOf)];
  if (!store || !catalogue || !past) return { routes: always, ...nothingKept };
  const pictures = new SharePictures(settings, builtFiles, photos);
  void removeFormerPictures(settings.DATA_DIR);
  const texts = textRoutes({ store, catalogue, shopName: settings.SHOP_NAME, siteOf, isKnownSite });
  const routes = [...always, ...texts.routes, pictureRoute({ store, catalogue, past, pictures })];
  const forget = () => {
    texts.forget();
    pictures.forgetAll();
  };
  return { routes, forget, close: () => pictures.close() };
}

/** Removes the pictures that earlier releases kept in these folders: they may show words that were erased since. */
async function removeFormerPictures(dataDirectory: string): Promise<void> {
  const folders = [join(dataDirectory, "share-pictures"), join(tmpdir(), `niceties-pictures-${process.getuid?.()}`)];
  // A folder that cannot be removed belongs to another user.
  await Promise.allSettled(folders.map((folder) => rm(folder, { recursive: true, force: true })));
}
