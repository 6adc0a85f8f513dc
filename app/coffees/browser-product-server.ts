import { httpCall, httpProductServer, type Call } from "./http-product-server.ts";
import type { ProductServer } from "./product-server.ts";

const timeoutMs = 15_000;

/** The product server that the document names; `app/root.tsx` writes it there. */
export function browserProductServer(): ProductServer {
  return httpProductServer(address(), timeoutMs);
}

/** For calls beyond the five. */
export function browserCall(): Call {
  return httpCall(address(), timeoutMs);
}

function address(): string {
  return document.documentElement.dataset["productServer"] ?? "";
}
