import { data, type RouterContextProvider } from "react-router";
import { coffeesContext } from "../storefront.ts";
import { noteReload } from "./only-the-hash.ts";

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
  noteReload();
  return data(answer, { status: answer.ok ? 200 : answer.failure.status === 404 ? 404 : 503 });
}
