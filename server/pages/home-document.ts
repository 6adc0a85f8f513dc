import type { IncomingHttpHeaders } from "node:http";
import type { LocalReplies } from "../../app/entry.server.tsx";
import type { FirstCoffees } from "../../app/calls/product-server.ts";
import type { Version } from "../../catalogue/log/change.ts";
import { preferredLanguage, type Language } from "../../catalogue/language.ts";
import { aged, type PlainReply } from "../http/reply/reply.ts";
import { memoise } from "../http/limits/memoise.ts";
import { SharedText } from "../http/limits/cached-document.ts";
import type { HomeSearch, RenderPage } from "./pages.ts";
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
  /** What it was rendered from. */
  coffees: string;
  atMost: FirstCoffees | undefined;
  year: number;
  text: SharedText;
}>;

/** Home as it is asked for; undefined for a search, which is rendered for each who asks. */
export type FindHome = (search: string, incoming: Reached) => HomeDocument | undefined;

export type HomeDocuments = Readonly<{
  findHome: FindHome;
  /** Drops what was rendered: it holds words that were erased. */
  forget: () => void;
}>;

/**
 * The documents of home and of its board, in each language and at each known site. What pages do not know in a query makes
 * no other document; with extras off they know nothing of it. At any other site there is one that names no address.
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
    // The site that was asked for last stands last; those that are no longer known are the first to go.
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

  /** Undefined where home cannot be rendered as it should be; whoever renders it then shows what went wrong. */
  async reply(asked: IncomingHttpHeaders): Promise<PlainReply | undefined> {
    const { coffees, ageSeconds } = await this.#catalogue.latest();
    const document = await this.#documentOf(coffees.list);
    return document && aged(await document.text.reply(asked), ageSeconds);
  }

  forget(): void {
    this.#kept = undefined;
  }

  #documentOf(prepared: PreparedList): Promise<KeptDocument | undefined> {
    const year = this.#now().getFullYear();
    if (this.#kept?.of !== prepared.version || this.#kept.year !== year) {
      const document = this.#renew(prepared, year, this.#kept?.document);
      this.#kept = { of: prepared.version, year, document };
      // Whoever asks next tries again.
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
    return { ...shown, year, text: new SharedText(html, [...kept, "vary", vary]) };
  }
}
