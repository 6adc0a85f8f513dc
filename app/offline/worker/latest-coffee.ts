import { cachedAtHeader } from "../../calls/cached-at-header.ts";
import type { ListedCoffee } from "./unreachable-page.ts";

/**
 * The newer one of two cached replies for the coffee at an API path: its own reply `viewed`, or its entry in the
 * `list`. Undefined if there is neither, or if a newer list lacks the coffee.
 */
export async function latestCoffee(
  path: string,
  viewed: Response | undefined,
  list: Response | undefined,
): Promise<Response | undefined> {
  if (!list || timeOf(viewed) >= timeOf(list)) return viewed;
  const coffees: readonly ListedCoffee[] = await list.json();
  const coffee = coffees.find(({ _id }) => `/coffee/${encodeURIComponent(_id)}` === path);
  // A tag that never matches: an edit based on it gets 412 and is then merged with the current coffee.
  const headers = { "content-type": "application/json", etag: '"kept"', [cachedAtHeader]: timeOf(list) };
  return coffee && new Response(JSON.stringify(coffee), { headers });
}

function timeOf(reply: Response | undefined): string {
  return reply?.headers.get(cachedAtHeader) ?? "";
}
