import { isLanguage, type Language } from "../../catalogue/language.ts";
import { textReply } from "../http/reply/reply.ts";
import type { Handler, Route } from "../http/route.ts";
import type { Settings } from "../settings.ts";
import { shopInLanguages } from "./shop-in-languages.ts";
import { shownColour } from "./theme.ts";

/** The path of the web manifest, to which `app/offline/offline-desk.tsx` links. */
export const webManifestPath = "/manifest.webmanifest";

const pngs = [
  { src: "/icon-192.png", sizes: "192x192", type: "image/png", purpose: "any" },
  { src: "/icon-512.png", sizes: "512x512", type: "image/png", purpose: "any" },
  { src: "/icon-maskable-512.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
];

/** Serves what browsers request before they offer to install the shop as an app (W3C Web Application Manifest). */
export function webManifestRoute(settings: Settings): Route {
  const read: Handler = async ({ search }) => {
    const language = new URLSearchParams(search).get("lang");
    const manifest = JSON.stringify(webManifest(settings, isLanguage(language) ? language : "en"));
    return textReply(200, "application/manifest+json", manifest, ["cache-control", "no-cache"]);
  };
  return { path: webManifestPath, kind: "file", methods: { GET: read } };
}

function webManifest(settings: Settings, language: Language): object {
  const { name } = shopInLanguages(settings)[language];
  const palette = { light: settings.THEME_LIGHT, dark: settings.THEME_DARK };
  return {
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
  };
}
