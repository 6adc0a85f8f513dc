import type { Language } from "../../catalogue/language.ts";
import { responseOf, textReply } from "../http/reply/reply.ts";
import type { Settings } from "../settings.ts";
import { shopInLanguages } from "./shop-in-languages.ts";
import { shownColour } from "./theme.ts";

/** Where `app/offline/offline-desk.tsx` says that it is. */
export const webManifestPath = "/manifest.webmanifest";

const pngs = [
  { src: "/icon-192.png", sizes: "192x192", type: "image/png", purpose: "any" },
  { src: "/icon-512.png", sizes: "512x512", type: "image/png", purpose: "any" },
  { src: "/icon-maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
];

/** What browsers ask for before they offer to install the shop as an application (W3C Web Application Manifest). */
export function webManifest(settings: Settings, language: Language): Response {
  const { name } = shopInLanguages(settings)[language];
  const palette = { light: settings.THEME_LIGHT, dark: settings.THEME_DARK };
  const manifest = JSON.stringify({
    id: "/",
    name,
    short_name: name,
    lang: language,
    start_url: "/",
    scope: "/",
    display: "standalone",
    theme_color: shownColour("espresso", palette).light,
    background_color: shownColour("paper", palette).light,
    icons: pngs,
  });
  return responseOf(textReply(200, "application/manifest+json", manifest, ["cache-control", "no-cache"]));
}
