import { cachedAtHeader } from "../../calls/cached-at-header.ts";
import type { ListedCoffee } from "./unreachable-page.ts";

/**
 * The later of two that were kept: what was `seen` of the coffee at this path of the API, and what the `list` has of it.
 * Nothing where neither is there, nor where the list was fetched later and no longer has it.
 */
export async function latestCoffee(
  path: string,
  viewed: Response | undefined,
  list: Response | undefined,
): Promise<Response | undefined> {
  if (!list || timeOf(viewed) >= timeOf(list)) return viewed;
  const coffees: readonly ListedCoffee[] = await list.json();
  const coffee = coffees.find(({ _id }) => `/coffee/${encodeURIComponent(_id)}` === path);
  // A tag of no state: whoever sends an edit of this finds out what the coffee has become, and brings the two together.
  const headers = { "content-type": "application/json", etag: '"kept"', [cachedAtHeader]: timeOf(list) };
  return coffee && new Response(JSON.stringify(coffee), { headers });
}

function timeOf(reply: Response | undefined): string {
  return reply?.headers.get(cachedAtHeader) ?? "";
}
