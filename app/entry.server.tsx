import { randomBytes } from "node:crypto";
import { renderToReadableStream } from "react-dom/server";
import {
  createRequestHandler as createRouterHandler,
  ServerRouter,
  type EntryContext,
  type RequestHandler,
  type RouterContextProvider,
  type ServerBuild,
} from "react-router";
import { contentSecurityPolicy, hashInlineCode, hashSource } from "./document/inline-code.ts";
import { documentLanguage } from "./document/document-context.ts";
import { NonceContext } from "./document/nonce-context.ts";
import { pictureFirst } from "./document/picture-first.ts";
import { coffeeToDelete } from "./home-list/delete-field.ts";
import { documentKey } from "./offline/document-key.ts";
import { filtersParameter, hasCriteria, readSearchQuery, startParameter } from "./search/search-query.ts";
import { addDocumentHead } from "./share/document-head.ts";
import type { DocumentFacts } from "./share/share-tags.ts";
import { trackedReadsContext } from "./share/track-reads.ts";
import { addresses, isBoard, readablePath } from "./shop/addresses.ts";
import { withPageGuard } from "./shop/page-guard.ts";
import { settingsContext, siteContext } from "./shop/storefront.ts";
import { FormPageContext } from "./without-scripts/form-page-context.ts";
import { FormPage } from "./without-scripts/form-page.tsx";
import { loadedWords, loadWords } from "./words/dictionaries.ts";
import { english } from "./words/english.ts";
import { withLanguageScript } from "./words/language/remembered-language.ts";
import { requestedLanguage } from "./words/language/requested-language.ts";

export { documentContext } from "./document/document-context.ts";
export type { LocalReplies } from "./document/local-replies.ts";
export { forgetSearches } from "./document/local-search.ts";

await loadWords("bn");

/**
 * The request handler of the build. The server takes it from here, so that it shares the pages' copy of React Router.
 * Paths are made readable first: React Router would throw on a malformed escape.
 */
export function createRequestHandler(build: ServerBuild, mode: string): RequestHandler {
  const handle = createRouterHandler(build, mode);
  return (request, context) => {
    const url = new URL(request.url);
    url.pathname = readablePath(url.pathname);
    return handle(url.href === request.url ? request : new Request(url, request), context);
  };
}

/**
 * Query parameters that add a notice to a page, or replace it with the log of changes or the question before a delete.
 */
const viewParameters = ["done", "changes", "undo-all", "delete"];

/** Query parameters with which home cannot come from the cache of documents. */
const ownParameters = [...viewParameters, startParameter, filtersParameter];

/**
 * The cache key of home for a query: only parameters that change the document count. Undefined if it must not be
 * cached.
 */
export function homeSearch(search: string): string | undefined {
  if (search === "") return "";
  const parameters = new URLSearchParams(search);
  const isOwn =
    ownParameters.some((name) => parameters.has(name)) ||
    coffeeToDelete(parameters) !== undefined ||
    hasCriteria(readSearchQuery(parameters));
  return isOwn ? undefined : documentKey(addresses.home, search).slice(addresses.home.length);
}

/**
 * The script that React Router writes into documents, up to its call of TextEncoderStream, which the oldest supported
 * browsers lack; entry.client.tsx makes that call instead. A coffee's text cannot match: "<" is escaped in it.
 */
const routerScript = /(<script[^>]*>window\.__reactRouterContext = [^<]*)\.pipeThrough\(new TextEncoderStream\(\)\)/;

export default async function renderDocument(
  request: Request,
  status: number,
  headers: Headers,
  entryContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  // In development Vite's styles have no nonce, so no policy is sent there.
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
