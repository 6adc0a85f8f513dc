import { createContext, data, type RouterContextProvider } from "react-router";
import { preferredLanguage } from "../../catalogue/language.ts";
import { httpProductServer, type Destination } from "../calls/http-product-server.ts";
import type { ProductServer } from "../calls/product-server.ts";
import type { FirstNoticeWords } from "../notices/first-notice.tsx";
import { requestedLanguage } from "../words/language/requested-language.ts";
import { loadedWords } from "../words/dictionaries.ts";
import { english, type Words } from "../words/english.ts";

/** Where documents without scripts send their calls. Set by the server for each document. */
export const destinationContext = createContext<Destination>();

/** What came of a form that was sent in place of the document; undefined for a document that was only asked for. */
export const outcomeContext = createContext<FirstNoticeWords | undefined>(undefined);

/** Whether the document answers a form. Set by the server for each document. */
export const isFormContext = createContext(false);

/** What an action or a loader is given. */
export type FormArgs = Readonly<{
  request: Request;
  context: Readonly<RouterContextProvider>;
  params: { id?: string };
}>;

export function productServerOf(context: Readonly<RouterContextProvider>): ProductServer {
  return httpProductServer(context.get(destinationContext));
}

/** The words in which a document is asked for. */
export function wordsFor({ url, headers }: Request): Words {
  const language = requestedLanguage(new URL(url).search) ?? preferredLanguage(headers.get("accept-language"));
  return loadedWords(language) ?? english;
}

/** Rejects the form as one that none of the shop's pages has sent. */
export function rejectForeignForm(): never {
  throw data(null, { status: 400 });
}
