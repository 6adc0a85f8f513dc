import { languages } from "../../catalogue/language.ts";
import type { PreparedCoffee } from "../list-cache/prepared-coffee.ts";
import type { SegmentedList } from "../list-cache/segmented-list.ts";
import { inLanguage, pagePaths } from "./page-addresses.ts";
import { xmlDeclaration, xmlText } from "./xml.ts";

/**
 * The protocol allows 50,000 addresses in 50 MB. This many are written in one turn of the event loop, in some
 * milliseconds.
 */
const coffeesPerPart = 5_000;

const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const withLinks = 'xmlns:xhtml="http://www.w3.org/1999/xhtml"';

/** The number of parts of these coffees' sitemap; at least 1. */
export function partsOf(list: SegmentedList): number {
  const count = list.segments.reduce((sum, { coffees }) => sum + coffees.length, 0);
  return Math.max(1, Math.ceil(count / coffeesPerPart));
}

/** The sitemap index, for a shop whose coffees do not fit into one sitemap. */
export function sitemapIndex(site: string, parts: number): string {
  const addresses = Array.from({ length: parts }, (_, at) => `${site}/-/sitemap/${at + 1}.xml`);
  const entries = addresses.map((address) => `<sitemap><loc>${xmlText(address)}</loc></sitemap>\n`);
  return `${xmlDeclaration}<sitemapindex ${namespace}>\n${entries.join("")}</sitemapindex>\n`;
}

/**
 * One part of the sitemap, counted from 1; the first includes home. `times` has the times of coffees' last changes by
 * id, newest first, as far as they are known.
 */
export function sitemapPart(
  site: string,
  part: number,
  list: SegmentedList,
  times: ReadonlyMap<string, string>,
): string {
  const [newest] = times.values();
  const entries = coffeesOf(list, (part - 1) * coffeesPerPart, part * coffeesPerPart).map(({ id }) =>
    entryOf(site + pagePaths.coffee(id), times.get(id)),
  );
  const home = part === 1 ? [entryOf(site + pagePaths.home, newest)] : [];
  return `${xmlDeclaration}<urlset ${namespace} ${withLinks}>\n${[...home, ...entries].join("")}</urlset>\n`;
}

function entryOf(address: string, changed: string | undefined): string {
  const links = [
    ...languages.map((language) => linkTo(inLanguage(address, language), language)),
    linkTo(address, "x-default"),
  ];
  const lastChange = changed === undefined ? "" : `<lastmod>${changed}</lastmod>`;
  return `<url><loc>${xmlText(address)}</loc>${lastChange}${links.join("")}</url>\n`;
}

function linkTo(address: string, language: string): string {
  return `<xhtml:link rel="alternate" hreflang="${language}" href="${xmlText(address)}"/>`;
}

/** The coffees at positions `from` to `to` of the list, counted from 0, without the one at `to`. */
function coffeesOf(list: SegmentedList, from: number, to: number): PreparedCoffee[] {
  const found: PreparedCoffee[] = [];
  let at = 0;
  for (const { coffees } of list.segments) {
    if (at >= to) break;
    found.push(...coffees.slice(Math.max(0, from - at), Math.max(0, to - at)));
    at += coffees.length;
  }
  return found;
}
