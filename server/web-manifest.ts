import type { Language } from "../catalogue/language.ts";
import { jsonReply, responseOf } from "./http/plain-reply.ts";
import { storefrontSettings } from "./pages.ts";
import type { Settings } from "./settings.ts";
import { shownColour } from "./theme.ts";

/** Where `app/root.tsx` says that it is. */
export const webManifestPath = "/manifest.webmanifest";

const pngs = [
  { src: "/icon-192.png", sizes: "192x192", type: "image/png", purpose: "any" },
  { src: "/icon-512.png", sizes: "512x512", type: "image/png", purpose: "any" },
  { src: "/icon-maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
];

/** What browsers ask for before they offer to install the shop as an application (W3C Web Application Manifest). */
export function webManifest(settings: Settings, language: Language): Response {
  const { shop, headerColour } = storefrontSettings(settings);
  const { name } = shop[language];
  const paper = shownColour("paper", { light: settings.THEME_LIGHT, dark: settings.THEME_DARK });
  const manifest = {
    id: "/",
    name,
    short_name: name,
    lang: language,
    start_url: "/",
    scope: "/",
    display: "standalone",
    theme_color: headerColour.light,
    background_color: paper.light,
    icons: pngs,
  };
  const { headers, ...reply } = jsonReply(200, manifest, ["cache-control", "no-cache"]);
  const typed = headers.map((value) => (value === "application/json" ? "application/manifest+json" : value));
  return responseOf({ ...reply, headers: typed });
}
