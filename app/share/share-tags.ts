import type { Language } from "../../catalogue/language.ts";
import { addresses } from "../shop/addresses.ts";
import { inLanguage } from "../words/language/requested-language.ts";
import type { ShopFacts } from "./shop-data.ts";
import type { TrackedReads } from "./track-reads.ts";

/** What the head of a document depends on. */
export type DocumentFacts = ShopFacts &
  Readonly<{
    status: number;
    read: TrackedReads;
    /**
     * Whether the query shows a notice, a question or the log: robots must not index such a document or follow its
     * links.
     */
    isView: boolean;
    /** Whether the document is the menu board. */
    isBoard: boolean;
  }>;

const locales: Readonly<Record<Language, string>> = { en: "en_GB", bn: "bn_BD" };

/**
 * The Open Graph and X card tags of a document, for link previews. They repeat its title, description and canonical
 * address; undefined for a document without a canonical address.
 */
export function shareTags(html: string, { language, settings, site, read }: DocumentFacts): string | undefined {
  const { address, title, description } = selfDescription(html);
  if (address === undefined || title === undefined) return undefined;
  // This server only draws pictures of its own coffees.
  const isDrawn = settings.productServerUrl === "";
  const path = addresses.sharedPicture(read.found?._id ?? "home") + (language === "bn" ? inLanguage("", language) : "");
  const image = isDrawn ? escapeAttribute(site + path) : undefined;
  const graph: Tags = {
    type: read.found ? "product" : "website",
    title,
    description,
    url: address,
    site_name: escapeAttribute(settings.shop[language].name),
    locale: locales[language],
    "locale:alternate": locales[language === "en" ? "bn" : "en"],
    image,
    ...(isDrawn && { "image:type": "image/jpeg", "image:width": "1200", "image:height": "630", "image:alt": title }),
  };
  const card: Tags = { card: isDrawn ? "summary_large_image" : "summary", title, description, image };
  return tagsOf("property", "og", graph) + tagsOf("name", "twitter", card);
}

/** Contents by tag, already escaped for attributes. An undefined content has no tag. */
type Tags = Readonly<Record<string, string | undefined>>;

function tagsOf(attribute: "property" | "name", group: string, tags: Tags): string {
  return Object.entries(tags)
    .map(([name, content]) =>
      content === undefined ? "" : `<meta ${attribute}="${group}:${name}" content="${content}"/>`,
    )
    .join("");
}

/**
 * The canonical address, title and description in a document's head. React has escaped them, which also fits
 * attributes.
 */
function selfDescription(html: string) {
  const head = html.slice(0, html.indexOf("</head>"));
  return {
    address: /<link rel="canonical" href="([^"]*)"/.exec(head)?.[1],
    title: /<title>([^<]*)<\/title>/.exec(head)?.[1],
    description: /<meta name="description" content="([^"]*)"/.exec(head)?.[1],
  };
}

const signs: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Escapes a text for a double-quoted HTML attribute. */
export function escapeAttribute(text: string): string {
  return text.replaceAll(/[&<>"]/g, (sign) => signs[sign] ?? "");
}
