import { createContext, data, type RouterContextProvider } from "react-router";
import { preferredLanguage } from "../../catalogue/language.ts";
import { httpProductServer, type Destination } from "../calls/http-product-server.ts";
import type { ProductServer } from "../calls/product-server.ts";
import type { FirstNoticeWords } from "../notices/first-notice.tsx";
import { requestedLanguage } from "../words/language/requested-language.ts";
import { loadedWords } from "../words/dictionaries.ts";
import { english, type Words } from "../words/english.ts";

/** The destination for calls by forms without scripts. Set by the server for each document. */
export const destinationContext = createContext<Destination>();

/** The result of the posted form; undefined if the request was a GET. */
export const outcomeContext = createContext<FirstNoticeWords | undefined>(undefined);

/** Whether the document answers a form. Set by the server for each document. */
export const isFormContext = createContext(false);

/** The arguments of an action or a loader. */
export type FormArgs = Readonly<{
  request: Request;
  context: Readonly<RouterContextProvider>;
  params: { id?: string };
}>;

export function productServerOf(context: Readonly<RouterContextProvider>): ProductServer {
  return httpProductServer(context.get(destinationContext));
}

/** The dictionary in the language of a request. */
export function wordsFor({ url, headers }: Request): Words {
  const language = requestedLanguage(new URL(url).search) ?? preferredLanguage(headers.get("accept-language"));
  return loadedWords(language) ?? english;
}

/** Answers 400, because none of the shop's pages sends such a form. */
export function rejectForeignForm(): never {
  throw data(null, { status: 400 });
}
