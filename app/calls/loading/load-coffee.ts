import { data, createContext, type LoaderFunctionArgs, type ShouldRevalidateFunctionArgs } from "react-router";
import type { Failure, CoffeeReader } from "../product-server.ts";

/**
 * Loader of a coffee's page: runs on the server for the first document, and in the browser after that. A failure is
 * returned as data, so that the page can show it; robots see it only in the document's status.
 */
export async function loadCoffee({
  context,
  params,
}: Pick<LoaderFunctionArgs, "context"> & { params: { id: string } }) {
  const answer = await context.get(coffeesContext).find(params.id);
  isStale = false;
  return data(answer, { status: answer.ok ? 200 : statusOf(answer.failure) });
}

function statusOf({ status, deleted }: Failure): number {
  if (deleted) return 410; // RFC 9110 §15.5.11
  return status === 404 ? 404 : 503;
}

/**
 * The reader through which loaders get coffees. The server sets it for each document, entry.client.tsx in the browser.
 */
export const coffeesContext = createContext<CoffeeReader>();

/** Whether the page's coffee may have changed since it was loaded, as after an undo. */
let isStale = false;

/** Makes the next navigation reload the page's coffee, even if only the hash changes. */
export function markStale(): void {
  isStale = true;
}

/** Skips loading the coffee again if only the hash changes, as when the dialog of changes closes. */
export function shouldRevalidate({ currentUrl: from, nextUrl: to, ...args }: ShouldRevalidateFunctionArgs): boolean {
  const isSamePage = from.pathname === to.pathname && from.search === to.search;
  return isSamePage && from.hash !== to.hash && !isStale ? false : args.defaultShouldRevalidate;
}
