import { randomBytes } from "node:crypto";
import { renderToReadableStream } from "react-dom/server";
import {
  createRequestHandler as createRouterHandler,
  RouterContextProvider,
  ServerRouter,
  type EntryContext,
  type RequestHandler,
  type ServerBuild,
} from "react-router";
import type { Coffee } from "../catalogue/coffee.ts";
import { preferredLanguage, type Language } from "../catalogue/language.ts";
import { addresses, isBoard, readablePath } from "./shop/addresses.ts";
import { relatedCoffees, type RelatedCoffees } from "./coffee/related/related-coffees.ts";
import { coffeeToDelete } from "./home-list/delete-field.ts";
import { httpProductServer, type Fetch } from "./calls/http-product-server.ts";
import type { Answer, CoffeeReader, Deletion, FirstCoffees } from "./calls/product-server.ts";
import { noSuchCoffee, readFoundCoffee, readList } from "./calls/replies/read-reply.ts";
import { filtersParameter, hasCriteria, readSearchQuery, startParameter } from "./search/search-query.ts";
import { resetServerSearch, type SearchableList } from "./search/server-search.ts";
import { searchableCopy } from "./search/words/read-words.ts";
import { timeSlices } from "./search/time-slices.ts";
import { withPageGuard } from "./shop/page-guard.ts";
import { hashInlineCode, hashSource } from "./document/inline-code.ts";
import { pictureFirst } from "./document/picture-first.ts";
import { NonceContext } from "./document/nonce-context.ts";
import { documentKey } from "./offline/document-key.ts";
import { trackedReadsContext, trackReads } from "./share/track-reads.ts";
import { addDocumentHead, type DocumentFacts } from "./share/document-head.ts";
import { settingsContext, siteContext, type StorefrontSettings } from "./shop/storefront.ts";
import { relatedCoffeesContext } from "./coffee/related/related-coffees-context.ts";
import { searchContext } from "./search/search-context.ts";
import { coffeesContext } from "./calls/loading/coffees-context.ts";
import { destinationContext, isFormContext, outcomeContext } from "./without-scripts/form-context.ts";
import { FormPage } from "./without-scripts/form-page.tsx";
import { FormPageContext } from "./without-scripts/form-page-context.ts";
import { requestedLanguage } from "./words/language/requested-language.ts";
import { loadedWords, loadWords } from "./words/dictionaries.ts";
import { english } from "./words/english.ts";
import { withLanguageScript } from "./words/language/remembered-language.ts";

await loadWords("bn");

/**
 * From here, so that the server that loads this build speaks with the same copy of React Router as the pages. The router
 * would complain of a path whose escapes cannot be read; it is at no page, and needs no words.
 */
export function createRequestHandler(build: ServerBuild, mode: string): RequestHandler {
  const handle = createRouterHandler(build, mode);
  return (request, context) => {
    const url = new URL(request.url);
    url.pathname = readablePath(url.pathname);
    return handle(url.href === request.url ? request : new Request(url, request), context);
  };
}

/** A coffee of the list, as it is sent; the very same object as long as it stays as it is. */
export type ListedText = Readonly<{ text: string }>;

/** What the product server in this same process answers, as it would send it. */
export type LocalReplies = Readonly<{
  /** The first coffees, or all, as JSON. */
  list(first?: FirstCoffees): Promise<string>;
  /** All coffees, and a way to find one. `version` is the very same object for the same list. */
  all(): Promise<
    Readonly<{ version: object; coffees: readonly ListedText[]; find: (id: string) => ListedText | undefined }>
  >;
  find(id: string): Promise<Readonly<{ text: string; tag: string }> | Readonly<{ deleted: Deletion | undefined }>>;
}>;

/** A document waits no longer than this for another product server; the browser then asks for the list itself. */
const documentTimeoutMs = 3_000;

/** A form waits as long for it as a page with scripts does. */
const formTimeoutMs = 15_000;

/** Query parameters that add a notice to a page, or replace it with the log of changes or the question before a delete. */
const viewParameters = ["done", "changes", "undo-all", "delete"];

/** What makes home another document for each who asks. */
const ownParameters = [...viewParameters, startParameter, filtersParameter];

/** The query of home that asks for the same as `search`, without what pages do not know; undefined for a search of coffees. */
export function homeSearch(search: string): string | undefined {
  if (search === "") return "";
  const parameters = new URLSearchParams(search);
  const isOwn =
    ownParameters.some((name) => parameters.has(name)) ||
    coffeeToDelete(parameters) !== undefined ||
    hasCriteria(readSearchQuery(parameters));
  return isOwn ? undefined : documentKey(addresses.home, search).slice(addresses.home.length);
}

/** The language in which a document is asked for. */
export function documentLanguage({ url, headers }: Request, { extras }: StorefrontSettings): Language {
  return extras ? (requestedLanguage(new URL(url).search) ?? preferredLanguage(headers.get("accept-language"))) : "en";
}

/**
 * What the loaders of one document read: the settings, the shop's address, and coffees from this process or from another
 * server. Forms send their calls to `calls`, or else to the other server.
 */
export function documentContext(
  request: Request,
  settings: StorefrontSettings,
  local: LocalReplies | undefined,
  site: string | undefined,
  calls: Fetch | undefined,
): RouterContextProvider {
  const language = documentLanguage(request, settings);
  const baseUrl = settings.productServerUrl;
  const context = new RouterContextProvider();
  context.set(settingsContext, settings);
  context.set(siteContext, site);
  const { reader, read } = trackReads(
    local ? localReader(local) : withoutTags(httpProductServer({ baseUrl, timeoutMs: documentTimeoutMs, language })),
  );
  context.set(coffeesContext, reader);
  const isForm = request.method === "POST";
  const timeoutMs = isForm ? formTimeoutMs : documentTimeoutMs;
  context.set(destinationContext, { baseUrl, timeoutMs, language, ...(calls && { fetch: calls }) });
  context.set(isFormContext, isForm);
  context.set(outcomeContext, undefined);
  context.set(searchContext, () => listToSearch(local, reader));
  context.set(relatedCoffeesContext, (id) => relatedLocalCoffees(local, id));
  context.set(trackedReadsContext, read);
  return context;
}

/** A condition is sent to another server only with a tag that it lets pages read: others may let no page send one (Fetch §3.3). */
function withoutTags(server: CoffeeReader): CoffeeReader {
  return {
    list: (first) => server.list(first),
    find: async (id) => {
      const answer = await server.find(id);
      return answer.ok ? { ok: true, value: { ...answer.value, tag: undefined } } : answer;
    },
  };
}

const unreadableList = { en: "We couldn't read the list of coffees.", bn: "কফির তালিকা পড়া গেল না।" };

/** A store that cannot be read is a failed call like any other: the page shows what it shows then. */
function readFailure(error: unknown): Answer<never> {
  console.error(error);
  return { ok: false, failure: { status: 500, words: unreadableList } };
}

function notFound(deleted: Deletion | undefined): Answer<never> {
  return { ok: false, failure: { status: 404, words: noSuchCoffee, ...(deleted && { deleted }) } };
}

/** What searches read of a coffee, and of a list by its version: one that was made is there as long as these are in use. */
let searchableParts = new WeakMap<ListedText, Coffee>();
let searchableLists = new WeakMap<object, Promise<readonly Coffee[]>>();

/** Drops what searches have made of the coffees: words of theirs were erased. */
export function forgetSearches(): void {
  searchableParts = new WeakMap();
  searchableLists = new WeakMap();
  resetServerSearch();
}

async function readSearchableParts(texts: readonly ListedText[]): Promise<readonly Coffee[]> {
  const pause = timeSlices();
  const coffees: Coffee[] = [];
  for (const listed of texts) {
    const part = searchableParts.get(listed) ?? searchableCopy(JSON.parse(listed.text));
    searchableParts.set(listed, part);
    coffees.push(part);
    if (pause.isDue()) await pause.nextSlice();
  }
  return coffees;
}

async function searchLocalList(local: LocalReplies): Promise<SearchableList> {
  const { version, coffees, find } = await local.all();
  const coffeesToSearch = searchableLists.get(version) ?? readSearchableParts(coffees);
  searchableLists.set(version, coffeesToSearch);
  return {
    coffees: await coffeesToSearch,
    find: (id) => {
      const listed = find(id);
      return listed && JSON.parse(listed.text);
    },
  };
}

/** In a longer list the browser looks for it; the server would hold all of it in memory once more. */
const relatedListLimit = 10_000;

/** What stands around a coffee of this process: it is a line below the coffee, and no document fails for it. */
async function relatedLocalCoffees(local: LocalReplies | undefined, id: string): Promise<RelatedCoffees | undefined> {
  if (!local) return undefined;
  try {
    if ((await local.all()).coffees.length > relatedListLimit) return undefined;
    const { coffees, find } = await searchLocalList(local);
    const around = relatedCoffees(coffees, id);
    if (!around) return undefined;
    const { previous, next, alike } = around;
    return {
      previous: previous && { _id: previous._id, name: previous.name },
      next: next && { _id: next._id, name: next.name },
      alike: alike.flatMap((part) => {
        const { _id, name, photo, price } = find(part._id) ?? part;
        return { _id, name, photo, price };
      }),
    };
  } catch (error) {
    console.error(error);
    return undefined;
  }
}

/** The list for a search on the server: all of it, also where another server keeps it. */
async function listToSearch(local: LocalReplies | undefined, reader: CoffeeReader): Promise<Answer<SearchableList>> {
  if (local) return searchLocalList(local).then((value) => ({ ok: true, value }), readFailure);
  const answer = await reader.list();
  if (!answer.ok) return answer;
  const byId = new Map(answer.value.map((coffee) => [coffee._id, coffee]));
  return { ok: true, value: { coffees: answer.value, find: (id) => byId.get(id) } };
}

function readText(text: string): Answer<readonly Coffee[]> {
  return readList(JSON.parse(text));
}

function localReader(local: LocalReplies): CoffeeReader {
  return {
    list: (first) => local.list(first).then(readText, readFailure),
    find: (id) =>
      local
        .find(id)
        .then(
          (found) =>
            "text" in found
              ? readFoundCoffee(JSON.parse(found.text), new Headers({ etag: found.tag }))
              : notFound(found.deleted),
          readFailure,
        ),
  };
}

/**
 * The router's own script, up to a stream that the browsers of the floor lack: the entry of the client makes it. No text of
 * a coffee can look like this script, because "<" is escaped in all of them.
 */
const routerScript = /(<script[^>]*>window\.__reactRouterContext = [^<]*)\.pipeThrough\(new TextEncoderStream\(\)\)/;

export default async function renderDocument(
  request: Request,
  status: number,
  headers: Headers,
  entryContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  // Vite's own styles in development carry none, so there no policy is sent either.
  const nonce = import.meta.env.PROD ? randomBytes(16).toString("base64") : undefined;
  let renderedStatus = status;
  const body = await renderToReadableStream(
    <NonceContext value={nonce}>
      <FormPageContext value={(view) => <FormPage view={view} />}>
        <ServerRouter context={entryContext} url={request.url} nonce={nonce} />
      </FormPageContext>
    </NonceContext>,
    {
      nonce,
      onError(error) {
        renderedStatus = 500;
        console.error(error);
      },
    },
  );
  await body.allReady;
  headers.set("content-type", "text/html; charset=utf-8");
  headers.set("cache-control", "no-cache");
  const settings = context.get(settingsContext);
  if (settings.extras) {
    headers.set("content-language", documentLanguage(request, settings));
    headers.append("vary", "Accept-Language");
  }
  const rendered = (await new Response(body).text()).replace(routerScript, "$1");
  const withHead = settings.extras
    ? addDocumentHead(rendered, documentFacts(request, renderedStatus, context))
    : rendered;
  // Never reload the reply to a form: that loses what was typed. An address with `lang` already names its language.
  const canReload = settings.extras && request.method !== "POST" && !requestedLanguage(new URL(request.url).search);
  const withLanguage = canReload ? withLanguageScript(withHead, nonce) : withHead;
  const withGuard = withPageGuard(withLanguage, nonce);
  const { html, laterScripts } = pictureFirst(withGuard, nonce);
  if (!nonce) return new Response(html, { status: renderedStatus, headers });
  const hashes = hashInlineCode(html, nonce);
  const scripts = [...hashes.scripts, ...laterScripts.map(hashSource)];
  headers.set("content-security-policy", contentSecurityPolicy(scripts, hashes.styles, settings));
  return new Response(hashes.html, { status: renderedStatus, headers });
}

function documentFacts(request: Request, status: number, context: RouterContextProvider): DocumentFacts {
  const settings = context.get(settingsContext);
  const language = documentLanguage(request, settings);
  const { pathname, search, searchParams } = new URL(request.url);
  return {
    status,
    isView: viewParameters.some((name) => searchParams.has(name)),
    language,
    words: loadedWords(language) ?? english,
    settings,
    site: context.get(siteContext) ?? "",
    read: context.get(trackedReadsContext),
    isBoard: isBoard(pathname, search),
  };
}

/** Only our own scripts and styles run; pictures may come from anywhere, as visitors name them. */
function contentSecurityPolicy(
  scripts: readonly string[],
  styles: readonly string[],
  settings: StorefrontSettings,
): string {
  const { productServerUrl } = settings;
  const productServer = productServerUrl && ` ${new URL(productServerUrl).origin}`;
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scripts].join(" "),
    ["style-src 'self'", ...styles].join(" "),
    "img-src * data:",
    "font-src 'self'",
    `connect-src 'self'${productServer}`,
    "manifest-src 'self'",
    // A search opens home with its query.
    `form-action ${settings.extras ? "'self'" : "'none'"}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}
