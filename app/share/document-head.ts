import { addresses } from "../shop/addresses.ts";
import { coffeeData, shopData } from "./shop-data.ts";
import { escapeAttribute, shareTags, type DocumentFacts } from "./share-tags.ts";

/**
 * Adds to a rendered document what search engines and link previews read. React does not render it, because the browser
 * needs none of it. The JSON-LD, which is long, goes to the end of the body.
 */
export function addDocumentHead(html: string, document: DocumentFacts): string {
  if (document.isView) return inHead(html, `<meta name="robots" content="noindex, nofollow"/>`);
  if (document.status >= 400) return inHead(html, `<meta name="robots" content="noindex"/>`);
  const tags = shareTags(html, document);
  if (tags === undefined || document.isBoard) return html;
  const { first, found } = document.read;
  const data = found ? coffeeData(found, document) : first && shopData(first, document);
  return inHead(data ? atEnd(html, dataBlock(data)) : html, tags + feedLinks(document));
}

/** Links to the feeds; none if another product server has the coffees. */
function feedLinks({ settings, site }: DocumentFacts): string {
  if (settings.productServerUrl !== "") return "";
  return Object.entries(addresses.feeds)
    .map(([type, path]) => `<link rel="alternate" type="${type}" href="${escapeAttribute(site + path)}"/>`)
    .join("");
}

function inHead(html: string, tags: string): string {
  return html.replace("</head>", () => `${tags}</head>`);
}

function atEnd(html: string, block: string): string {
  const end = html.lastIndexOf("</body>");
  return html.slice(0, end) + block + html.slice(end);
}

/** A JSON-LD script. Escapes < and >, so that no text in it can end the script. */
function dataBlock(data: object): string {
  const json = JSON.stringify(data).replaceAll("<", "\\u003c").replaceAll(">", "\\u003e");
  return `<script type="application/ld+json">${json}</script>`;
}
