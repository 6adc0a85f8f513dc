import type { IncomingHttpHeaders } from "node:http";
import type { LocalReplies } from "../../app/entry.server.tsx";
import type { FirstCoffees } from "../../app/calls/product-server.ts";
import type { Version } from "../../catalogue/log/change.ts";
import { preferredLanguage, type Language } from "../../catalogue/language.ts";
import { withAge, type Reply } from "../http/reply/reply.ts";
import { memoise } from "../http/limits/memoise.ts";
import { CachedDocument } from "../http/limits/cached-document.ts";
import type { HomeSearch, RenderPage } from "./render-pages.ts";
import type { PreparedCatalogue } from "../list-cache/prepared-catalogue.ts";
import type { PreparedList } from "../list-cache/prepared-list.ts";
import { sitesAtMost, type IsKnownSite } from "../share/known-sites.ts";
import type { Reached, SiteUrl } from "../share/site-url.ts";

const keptHeaders = ["content-type", "content-security-policy", "content-language"];

export type HomeDocumentParts = Readonly<{
  catalogue: PreparedCatalogue;
  local: LocalReplies;
  render: RenderPage;
  homeSearch: HomeSearch;
  siteOf: SiteUrl;
  isKnownSite: IsKnownSite;
  now: () => Date;
}>;

type HomeVariant = Readonly<{ search: string; language: Language; site: string | undefined }>;

type KeptDocument = Readonly<{
  /** The JSON of the coffees that the document was rendered from. */
  coffees: string;
  atMost: FirstCoffees | undefined;
  year: number;
  text: CachedDocument;
}>;

/** The document of home for a request; undefined for a search, which is rendered on each request. */
export type FindHome = (search: string, incoming: Reached) => HomeDocument | undefined;

export type HomeDocuments = Readonly<{
  findHome: FindHome;
  /** Drops the rendered documents, because they hold words that were erased. */
  forget: () => void;
}>;

/**
 * Caches the documents of home and of its board, one for each language and known site. Queries that differ only in
 * unknown parts share a document; with extras off, the whole query is unknown. All unknown sites share one document,
 * which names no address.
 */
export function homeDocuments(parts: HomeDocumentParts, extras: boolean): HomeDocuments {
  if (!extras) {
    const only = new HomeDocument(parts, { search: "", language: "en", site: "" });
    return { findHome: () => only, forget: () => only.forget() };
  }
  const sites = new Map<string | undefined, Map<string, HomeDocument>>();
  const languageOf = memoise(preferredLanguage);
  const findHome: FindHome = (search, incoming) => {
    const known = parts.homeSearch(search);
    if (known === undefined) return undefined;
    const named = parts.siteOf(incoming);
    const site = parts.isKnownSite(named) ? named : undefined;
    const documents = sites.get(site) ?? new Map<string, HomeDocument>();
    // The map is in order of use, so the site that was used longest ago is first.
    sites.delete(site);
    sites.set(site, documents);
    const [oldest] = sites.keys();
    if (sites.size > sitesAtMost + 1) sites.delete(oldest);
    const language = languageOf(incoming.headers["accept-language"]);
    const variant = { search: known, language, site };
    const key = known + language;
    const document = documents.get(key) ?? new HomeDocument(parts, variant);
    documents.set(key, document);
    return document;
  };
  const forget = () => {
    for (const documents of sites.values()) for (const document of documents.values()) document.forget();
  };
  return { findHome, forget };
}

/** The document of home, rendered once for each change of what it shows; it is the same for every visitor. */
export class HomeDocument {
  readonly #catalogue: PreparedCatalogue;
  readonly #local: LocalReplies;
  readonly #render: RenderPage;
  readonly #now: () => Date;
  readonly #variant: HomeVariant;
  #kept: Readonly<{ of: Version; year: number; document: Promise<KeptDocument | undefined> }> | undefined;

  constructor({ catalogue, local, render, now }: HomeDocumentParts, variant: HomeVariant) {
    this.#variant = variant;
    this.#catalogue = catalogue;
    this.#local = local;
    this.#render = render;
    this.#now = now;
  }

  /**
   * The reply to a request with these headers. Undefined if home could not be rendered with its coffees; the caller
   * then renders a page that says what went wrong. Rejects as the store does.
   */
  async reply(asked: IncomingHttpHeaders): Promise<Reply | undefined> {
    const { coffees, ageSeconds } = await this.#catalogue.latest();
    const document = await this.#documentOf(coffees.list);
    return document && withAge(await document.text.reply(asked), ageSeconds);
  }

  forget(): void {
    this.#kept = undefined;
  }

  #documentOf(prepared: PreparedList): Promise<KeptDocument | undefined> {
    const year = this.#now().getFullYear();
    if (this.#kept?.of !== prepared.version || this.#kept.year !== year) {
      const document = this.#renew(prepared, year, this.#kept?.document);
      this.#kept = { of: prepared.version, year, document };
      // After a failure, the next request tries again.
      void document.then((made) => made ?? this.#forgetThis(document));
    }
    return this.#kept.document;
  }

  #forgetThis(document: Promise<KeptDocument | undefined>): void {
    if (this.#kept?.document === document) this.#kept = undefined;
  }

  async #renew(prepared: PreparedList, year: number, before: Promise<KeptDocument | undefined> | undefined) {
    const known = await before;
    const isSame = known && known.year === year && known.coffees === prepared.first(known.atMost);
    return isSame ? known : this.#make(prepared, year).catch(() => undefined);
  }

  #request(): Request {
    const { search, language } = this.#variant;
    return new Request(`http://localhost/${search}`, { headers: { "accept-language": language } });
  }

  async #make(prepared: PreparedList, year: number): Promise<KeptDocument | undefined> {
    let shown: Readonly<{ coffees: string; atMost: FirstCoffees | undefined }> | undefined;
    const list = async (atMost?: FirstCoffees) => {
      shown = { coffees: prepared.first(atMost), atMost };
      return shown.coffees;
    };
    const reply = await this.#render(this.#request(), { ...this.#local, list }, this.#variant.site);
    const html = await reply.text();
    if (!shown || reply.status !== 200) return undefined;
    const vary = [reply.headers.get("vary"), "Accept-Encoding"].filter(Boolean).join(", ");
    const kept = keptHeaders.flatMap((name) => {
      const value = reply.headers.get(name);
      return value === null ? [] : [name, value];
    });
    return { ...shown, year, text: new CachedDocument(html, [...kept, "vary", vary]) };
  }
}
