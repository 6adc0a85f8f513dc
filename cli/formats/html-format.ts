import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import type { IdentifiedCoffee } from "../../catalogue/coffee-store.ts";
import { fieldsOf, withId } from "../../catalogue/coffee-text.ts";
import { withoutOwnAddress } from "../../catalogue/own-address.ts";
import { parsePhotoAddress, pictureName } from "../../catalogue/photo-address.ts";
import { resource } from "../../program/files.ts";
import { defaultPalette, type Colours, type Palette } from "../../server/pages/theme.ts";
import { checkRows, type ReadOptions, type ReadResult } from "./check-rows.ts";
import {
  coffeeArticle,
  inHtml,
  pictureAddress,
  shopSign,
  symbols,
  type Picture,
  type ShopPhotographs,
} from "./html-coffee.ts";
import { readArray } from "./json-format.ts";
import { countLineEnds } from "./json-text.ts";

const dataOpening = '<script type="application/json" id="coffees">';
const dataClosing = "</script>";

/** What the page shows of the shop, and the time of the export. */
export type ShopShown = ShopPhotographs &
  Readonly<{
    shopName: string;
    at: Date;
    /** The shop's own colours, as CSS, which override the default ones. */
    palette: Palette;
  }>;

/**
 * Writes one page with every coffee that makes no request and runs no script. It also contains the coffees as JSON, for
 * `readHtml`.
 */
export function* writeHtml(coffees: readonly IdentifiedCoffee[], shop: ShopShown): Generator<string> {
  const pictures = picturesOf(coffees, shop);
  yield htmlHead(shop);
  yield symbols(pictures.values());
  yield htmlHeader(coffees.length, shop);
  for (const { id, text } of coffees) {
    const fields = fieldsOf(text);
    yield coffeeArticle(id, fields, pictures.get(fields.photo));
  }
  yield "</main>\n";
  yield* dataBlock(coffees);
  yield "</body>\n</html>\n";
}

/** Reads the JSON in a page of `writeHtml`, and ignores the rest of the page. */
export function readHtml(text: string, options?: ReadOptions): ReadResult {
  const opening = text.indexOf(dataOpening);
  const closing = text.indexOf(dataClosing, opening);
  if (opening === -1 || closing === -1) {
    return { faults: [{ field: "", message: "holds no coffees to read; take a page that was exported from a shop" }] };
  }
  const start = opening + dataOpening.length;
  const read = readArray(text.slice(start, closing), 1 + countLineEnds(text, 0, start));
  return "faults" in read ? read : checkRows(read.found, options);
}

function picturesOf(coffees: readonly IdentifiedCoffee[], shop: ShopShown) {
  const pictures = new Map<string, Picture>();
  for (const { text } of coffees) {
    const { photo } = fieldsOf(text);
    const address = pictures.has(photo) ? undefined : pictureAddress(photo, shop);
    if (address === undefined) continue;
    const kept = parsePhotoAddress(withoutOwnAddress(photo, shop.publicUrl))?.photo;
    const photoName = kept && pictureName(kept, "jpg");
    pictures.set(photo, { id: `picture-${pictures.size + 1}`, address, photoName });
  }
  return pictures;
}

function htmlHead({ shopName, palette }: ShopShown): string {
  const style = htmlStyle(palette);
  const styleHash = createHash("sha256").update(style).digest("base64");
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>The coffees of ${inHtml(shopName)}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body>
`;
}

function htmlHeader(count: number, { shopName, at }: ShopShown): string {
  const time = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeStyle: "short", timeZone: "UTC" }).format(at);
  return `<header class="shop">
<p>${shopSign}<span>${inHtml(shopName)}</span></p>
</header>
<main>
<div class="title">
<h1>Our coffees</h1>
<p>${count} ${count === 1 ? "coffee" : "coffees"}, as&nbsp;of <time datetime="${at.toISOString()}">${time} UTC</time></p>
</div>
`;
}

/**
 * JSON in a script element that is never run. Every `<` is escaped, so nothing in it can end the element: HTML,
 * 13.2.5.4 and 4.12.1.3.
 */
function* dataBlock(coffees: readonly IdentifiedCoffee[]): Generator<string> {
  yield `${dataOpening}\n[`;
  for (const [index, { id, text }] of coffees.entries()) {
    yield `${index === 0 ? "" : ","}\n${withId(id, text).replaceAll("<", String.raw`\u003c`)}`;
  }
  yield `\n]\n${dataClosing}\n`;
}

const layout = readFileSync(resource("html-page.css"), "utf8");

/** The page's style sheet in the shop's colours, with the names of app/styles/tokens.css. */
export function htmlStyle(shop: Palette): string {
  const light = colourRule(new Map([...defaultPalette.light, ...shop.light]));
  const dark = colourRule(new Map([...defaultPalette.dark, ...shop.dark]));
  return `${light}\n@media screen and (prefers-color-scheme: dark) { ${dark} }\n${layout}`;
}

function colourRule(colours: Colours): string {
  return `:root { ${Array.from(colours, ([name, value]) => `--${name}: ${value};`).join(" ")} }`;
}
