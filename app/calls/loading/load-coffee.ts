import { data, type RouterContextProvider } from "react-router";
import { coffeesContext } from "./coffees-context.ts";
import { markFresh } from "./should-revalidate.ts";
import type { Failure } from "../product-server.ts";

/**
 * Loader of a coffee's page: runs on the server for the first document, and in the browser after that. A failure is
 * returned as data, so that the page can show it; only the status of the document tells robots.
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
