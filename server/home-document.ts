import type { IncomingHttpHeaders } from "node:http";
import type { LocalReplies } from "../app/entry.server.tsx";
import type { Version } from "../catalogue/change.ts";
import { languages, preferredLanguage, type Language } from "../catalogue/language.ts";
import { aged, type PlainReply } from "./http/plain-reply.ts";
import { SharedText } from "./http/shared-text.ts";
import type { RenderPage } from "./pages.ts";
import type { PreparedCatalogue } from "./prepared/prepared-catalogue.ts";
import type { PreparedList } from "./prepared/prepared-list.ts";
import type { Reached, SiteUrl } from "./share/site-url.ts";

const keptHeaders = ["content-type", "content-security-policy", "content-language"];

export type HomeDocumentParts = Readonly<{
  catalogue: PreparedCatalogue;
  local: LocalReplies;
  render: RenderPage;
  siteOf: SiteUrl;
  now: () => Date;
}>;

type HomeVariant = Readonly<{ search: string; language: Language; site: string }>;

type KeptDocument = Readonly<{
  /** What it was rendered from. */
  coffees: string;
  atMost: number | undefined;
  year: number;
  text: SharedText;
}>;

/** The queries of home that say no more than a language. */
const searches = ["", ...languages.map((language) => `?lang=${language}`)];

/** A shop is known under few addresses; whoever names others at random only has theirs made anew. */
export const sitesAtMost = 4;

/** Home as it is asked for; undefined for a query that says more than a language. */
export type FindHome = (search: string, incoming: Reached) => HomeDocument | undefined;

/**
 * The documents of home, one for each way to ask for a language, at each address under which the shop was asked for last;
 * with extras off there is one, and no query.
 */
export function homeDocuments(parts: HomeDocumentParts, extras: boolean): FindHome {
  if (!extras) {
    const only = new HomeDocument(parts, { search: "", language: "en", site: "" });
    return (search) => (search === "" ? only : undefined);
  }
  const sites = new Map<string, Map<string, HomeDocument>>();
  return (search, incoming) => {
    if (!searches.includes(search)) return undefined;
    const site = parts.siteOf(incoming);
    const documents = sites.get(site) ?? documentsAt(parts, site);
    // The one that was asked for last stands last.
    sites.delete(site);
    sites.set(site, documents);
    const [oldest = site] = sites.keys();
    if (sites.size > sitesAtMost) sites.delete(oldest);
    return documents.get(search + preferredLanguage(incoming.headers["accept-language"]));
  };
}

/** By the query and the language that is preferred. */
function documentsAt(parts: HomeDocumentParts, site: string): Map<string, HomeDocument> {
  const variants = searches.flatMap((search) => languages.map((language) => ({ search, language, site })));
  return new Map(variants.map((variant) => [variant.search + variant.language, new HomeDocument(parts, variant)]));
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

  #documentOf(prepared: PreparedList): Promise<KeptDocument | undefined> {
    const year = this.#now().getFullYear();
    if (this.#kept?.of !== prepared.version || this.#kept.year !== year) {
      const document = this.#renew(prepared, year, this.#kept?.document);
      this.#kept = { of: prepared.version, year, document };
      // Whoever asks next tries again.
      void document.then((made) => made ?? this.#forget(document));
    }
    return this.#kept.document;
  }

  #forget(document: Promise<KeptDocument | undefined>): void {
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
    let shown: Readonly<{ coffees: string; atMost: number | undefined }> | undefined;
    const list = async (atMost?: number) => {
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
