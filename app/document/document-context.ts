import { RouterContextProvider } from "react-router";
import { preferredLanguage, type Language } from "../../catalogue/language.ts";
import type { Fetch } from "../../client/client.ts";
import { httpProductServer } from "../calls/http-product-server.ts";
import { coffeesContext } from "../calls/loading/load-coffee.ts";
import type { CoffeeReader } from "../calls/product-server.ts";
import { relatedCoffeesContext } from "../coffee/related/related-coffees.ts";
import { searchContext } from "../search/search-context.ts";
import { trackedReadsContext, trackReads } from "../share/track-reads.ts";
import { settingsContext, siteContext, type StorefrontSettings } from "../shop/storefront.ts";
import { destinationContext, isFormContext, outcomeContext } from "../without-scripts/form-context.ts";
import { requestedLanguage } from "../words/language/requested-language.ts";
import { localReader, type LocalReplies } from "./local-replies.ts";
import { listToSearch, relatedLocalCoffees } from "./local-search.ts";

/** How long a document waits for another product server. After that the browser requests the list itself. */
const documentTimeoutMs = 3_000;

/** How long a form without scripts waits for another product server: as long as a page with scripts. */
const formTimeoutMs = 15_000;

/** The language that a request asks for, in its address or its Accept-Language header. */
export function documentLanguage({ url, headers }: Request, { extras }: StorefrontSettings): Language {
  return extras ? (requestedLanguage(new URL(url).search) ?? preferredLanguage(headers.get("accept-language"))) : "en";
}

/**
 * The context for the loaders and actions of one document. Coffees come from `local`, or without it from the product
 * server in the settings. Forms send their calls through `calls`, or without it to that other server.
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

/**
 * Leaves out the entity tags of another server. A page may send a tag back only if that server's CORS headers let it
 * read tags: a server that hides them may also refuse If-Match (Fetch §3.3).
 */
function withoutTags(server: CoffeeReader): CoffeeReader {
  return {
    list: (first) => server.list(first),
    find: async (id) => {
      const answer = await server.find(id);
      return answer.ok ? { ok: true, value: { ...answer.value, tag: undefined } } : answer;
    },
  };
}
