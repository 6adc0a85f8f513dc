import { isLanguage } from "../../catalogue/language.ts";
import { browserKey } from "./browser-key.ts";
import { httpCall, httpProductServer, type Call, type Destination } from "./http-product-server.ts";
import type { ProductServer } from "./product-server.ts";

const timeoutMs = 15_000;

/** The product server that the document names; `app/root.tsx` writes it there. */
export function browserProductServer(): ProductServer {
  return httpProductServer(destination());
}

/** For calls beyond the five. */
export function browserCall(): Call {
  return httpCall(destination());
}

function destination(): Destination {
  const { dataset, lang } = document.documentElement;
  return {
    baseUrl: dataset["productServer"] ?? "",
    timeoutMs,
    language: isLanguage(lang) ? lang : "en",
    ...("extras" in dataset && { browserKey }),
  };
}
