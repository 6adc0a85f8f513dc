import { httpProductServer } from "./http-product-server.ts";
import type { ProductServer } from "./product-server.ts";

const timeoutMs = 15_000;

/** The product server that the document names; `app/root.tsx` writes it there. */
export function browserProductServer(): ProductServer {
  return httpProductServer(document.documentElement.dataset["productServer"] ?? "", timeoutMs);
}
