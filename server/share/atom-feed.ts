import { titleOf, type Feed, type FeedEntry } from "./feed.ts";
import { pagePaths } from "./page-addresses.ts";
import { xmlDeclaration, xmlText } from "./xml.ts";

export const atomPath = "/-/feed.atom";

/** The feed in Atom (RFC 4287), with addresses under `site`. */
export function atomFeed({ id, updated, entries }: Feed, site: string, shopName: string): string {
  const head = [
    element("id", id),
    element("title", shopName),
    element("updated", updated),
    `<author>${element("name", shopName)}</author>`,
    link("self", "application/atom+xml", site + atomPath),
    link("alternate", "text/html", site + pagePaths.home),
    element("icon", `${site}/apple-touch-icon.png`),
    element("logo", site + pagePaths.picture("home")),
  ];
  const body = [...head, ...entries.map((entry) => atomEntry(entry, site))];
  return `${xmlDeclaration}<feed xmlns="http://www.w3.org/2005/Atom">\n${body.join("\n")}\n</feed>\n`;
}

function atomEntry({ id, coffee, summary, published, updated }: FeedEntry, site: string): string {
  const { _id, chef, category } = coffee;
  const parts = [
    element("id", id),
    element("title", titleOf(coffee)),
    element("published", published),
    element("updated", updated),
    ...(isFilled(chef) ? [`<author>${element("name", chef)}</author>`] : []),
    link("alternate", "text/html", site + pagePaths.coffee(_id)),
    link("enclosure", "image/jpeg", site + pagePaths.picture(_id)),
    ...(isFilled(category) ? [`<category term="${xmlText(category)}"/>`] : []),
    element("summary", summary),
  ];
  return `<entry>\n${parts.join("\n")}\n</entry>`;
}

function element(name: string, text: string): string {
  return `<${name}>${xmlText(text)}</${name}>`;
}

function link(relation: string, type: string, address: string): string {
  return `<link rel="${relation}" type="${type}" href="${xmlText(address)}"/>`;
}

/** Whether a text is more than white space once the characters that XML cannot hold are removed. */
function isFilled(text: string): boolean {
  return xmlText(text).trim() !== "";
}
