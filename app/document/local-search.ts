import type { Coffee } from "../../catalogue/coffee.ts";
import type { Answer, CoffeeReader } from "../calls/product-server.ts";
import { relatedCoffees, type RelatedCoffees } from "../coffee/related/related-coffees.ts";
import { resetServerSearch, type SearchableList } from "../search/server-search.ts";
import { timeSlices } from "../search/time-slices.ts";
import { searchableCopy } from "../search/words/read-words.ts";
import { readFailure, type ListedText, type LocalReplies } from "./local-replies.ts";

/** Caches what searches read: of a coffee by its text, of a list by its version. An entry goes with its key. */
let searchableParts = new WeakMap<ListedText, Coffee>();
let searchableLists = new WeakMap<object, Promise<readonly Coffee[]>>();

/** Clears the caches of searches, because the shop has erased words from coffees. */
export function forgetSearches(): void {
  searchableParts = new WeakMap();
  searchableLists = new WeakMap();
  resetServerSearch();
}

async function readSearchableParts(texts: readonly ListedText[]): Promise<readonly Coffee[]> {
  const pause = timeSlices();
  const coffees: Coffee[] = [];
  for (const listed of texts) {
    const part = searchableParts.get(listed) ?? searchableCopy(JSON.parse(listed.text));
    searchableParts.set(listed, part);
    coffees.push(part);
    if (pause.isDue()) await pause.next();
  }
  return coffees;
}

async function searchLocalList(local: LocalReplies): Promise<SearchableList> {
  const { version, coffees, find } = await local.all();
  const coffeesToSearch = searchableLists.get(version) ?? readSearchableParts(coffees);
  searchableLists.set(version, coffeesToSearch);
  return {
    coffees: await coffeesToSearch,
    find: (id) => {
      const listed = find(id);
      return listed && JSON.parse(listed.text);
    },
  };
}

/**
 * In a longer list the browser finds the related coffees; the server would need a second copy of the list in memory.
 */
const relatedListLimit = 10_000;

/** The coffees related to one of this process; undefined if there are none to show or reading fails. Never rejects. */
export async function relatedLocalCoffees(
  local: LocalReplies | undefined,
  id: string,
): Promise<RelatedCoffees | undefined> {
  if (!local) return undefined;
  try {
    if ((await local.all()).coffees.length > relatedListLimit) return undefined;
    const { coffees, find } = await searchLocalList(local);
    const around = relatedCoffees(coffees, id);
    if (!around) return undefined;
    const { previous, next, alike } = around;
    return {
      previous: previous && { _id: previous._id, name: previous.name },
      next: next && { _id: next._id, name: next.name },
      alike: alike.flatMap((part) => {
        const { _id, name, photo, price } = find(part._id) ?? part;
        return { _id, name, photo, price };
      }),
    };
  } catch (error) {
    console.error(error);
    return undefined;
  }
}

/** The whole list for a search on the server, from this process or from another product server. */
export async function listToSearch(
  local: LocalReplies | undefined,
  reader: CoffeeReader,
): Promise<Answer<SearchableList>> {
  if (local) return searchLocalList(local).then((value) => ({ ok: true, value }), readFailure);
  const answer = await reader.list();
  if (!answer.ok) return answer;
  const byId = new Map(answer.value.map((coffee) => [coffee._id, coffee]));
  return { ok: true, value: { coffees: answer.value, find: (id) => byId.get(id) } };
}
