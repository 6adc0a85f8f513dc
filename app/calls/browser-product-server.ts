import { isLanguage } from "../../catalogue/language.ts";
import { browserKey } from "./browser-key.ts";
import { httpCall, httpProductServer, type Call, type Destination } from "./http-product-server.ts";
import type { ProductServer } from "./product-server.ts";

const timeoutMs = 15_000;

/**
 * The product server in the document's `data-product-server`, which app/root.tsx writes; if empty, the page's own
 * server.
 */
export function browserProductServer(): ProductServer {
  return httpProductServer(destination());
}

/** Calls the same server at addresses beyond the five of `ProductServer`. */
export function browserCall(): Call {
  return httpCall(destination());
}

/** Where this page's calls go. */
export function destination(): Destination {
  const { dataset, lang } = document.documentElement;
  return {
    baseUrl: dataset["productServer"] ?? "",
    timeoutMs,
    language: isLanguage(lang) ? lang : "en",
    ...("extras" in dataset && { browserKey }),
  };
}
