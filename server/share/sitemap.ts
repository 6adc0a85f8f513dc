import { languages } from "../../catalogue/language.ts";
import type { PreparedCoffee } from "../list-cache/prepared-coffee.ts";
import type { SegmentedList } from "../list-cache/segmented-list.ts";
import { inLanguage, pagePaths } from "./page-addresses.ts";
import { xmlDeclaration, xmlText } from "./xml.ts";

/** The protocol allows 50,000 addresses in 50 MB; so many are made in one turn of the event loop, in some milliseconds. */
const coffeesPerPart = 5_000;

const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';
const withLinks = 'xmlns:xhtml="http://www.w3.org/1999/xhtml"';

/** How many parts a sitemap of these coffees has. */
export function partsOf(list: SegmentedList): number {
  const count = list.segments.reduce((sum, { coffees }) => sum + coffees.length, 0);
  return Math.max(1, Math.ceil(count / coffeesPerPart));
}

/** The sitemap of sitemaps, for a shop whose coffees do not all go into one. */
export function sitemapIndex(site: string, parts: number): string {
  const addresses = Array.from({ length: parts }, (_, at) => `${site}/-/sitemap/${at + 1}.xml`);
  const entries = addresses.map((address) => `<sitemap><loc>${xmlText(address)}</loc></sitemap>\n`);
  return `${xmlDeclaration}<sitemapindex ${namespace}>\n${entries.join("")}</sitemapindex>\n`;
}

/** One part, counted from 1: home is in the first. `times` is when coffees were changed, of those of which it is known. */
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

/** The coffees from one place in the list up to, and without, another. */
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
