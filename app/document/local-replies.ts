import type { Coffee } from "../../catalogue/coffee.ts";
import type { Deletion } from "../../client/coffee-fault.ts";
import { readFoundCoffee, readList } from "../../client/read-reply.ts";
import type { Answer, CoffeeReader, FirstCoffees } from "../calls/product-server.ts";
import { answerOf } from "../calls/replies/read-reply.ts";

/** The JSON text of a listed coffee. The object stays the same until the coffee changes, so it can be a cache key. */
export type ListedText = Readonly<{ text: string }>;

/** The replies of the product server in this process, as JSON texts. */
export type LocalReplies = Readonly<{
  /** The list as JSON: the first coffees, or all. */
  list(first?: FirstCoffees): Promise<string>;
  /** All coffees, and a lookup by id. The `version` object stays the same until the list changes. */
  all(): Promise<
    Readonly<{ version: object; coffees: readonly ListedText[]; find: (id: string) => ListedText | undefined }>
  >;
  find(id: string): Promise<Readonly<{ text: string; tag: string }> | Readonly<{ deleted: Deletion | undefined }>>;
}>;

/** Logs an error of the store, and turns it into a failed call: the page then shows its message for such a call. */
export function readFailure(error: unknown): Answer<never> {
  console.error(error);
  return { ok: false, failure: { status: 500, words: { kind: "unreadableList" } } };
}

function notFound(deleted: Deletion | undefined): Answer<never> {
  return { ok: false, failure: { status: 404, words: { kind: "noSuchCoffee" }, ...(deleted && { deleted }) } };
}

function readText(text: string): Answer<readonly Coffee[]> {
  return answerOf(readList(JSON.parse(text)));
}

export function localReader(local: LocalReplies): CoffeeReader {
  return {
    list: (first) => local.list(first).then(readText, readFailure),
    find: (id) =>
      local
        .find(id)
        .then(
          (found) =>
            "text" in found
              ? answerOf(readFoundCoffee(JSON.parse(found.text), new Headers({ etag: found.tag })) ?? undefined)
              : notFound(found.deleted),
          readFailure,
        ),
  };
}
