import { data, type RouterContextProvider } from "react-router";
import { coffeesContext } from "./coffees-context.ts";
import { markFresh } from "./should-revalidate.ts";
import type { Failure } from "../product-server.ts";

/**
 * Loads a page's coffee by its id before the page shows: on the server for a first document, in the browser later.
 * A failure is handed to the page in place of a coffee, as the storefront promises; only the status tells robots.
 */
export async function loadCoffee({
  context,
  params,
}: {
  context: Readonly<RouterContextProvider>;
  params: { id: string };
}) {
  const answer = await context.get(coffeesContext).find(params.id);
  markFresh();
  return data(answer, { status: answer.ok ? 200 : statusOf(answer.failure) });
}

function statusOf({ status, deleted }: Failure): number {
  if (deleted) return 410; // RFC 9110 §15.5.11
  return status === 404 ? 404 : 503;
}
