import { redirect } from "react-router";
import { addresses, segmentOfCoffee } from "../shop/addresses.ts";
import { scopeFromHash, type ChangesScope } from "../history/changes-address.ts";
import { readChanges, readUndoPreview, type ChangesPage, type UndoPreview } from "../history/log/read-changes.ts";
import { coffeeToDelete } from "../home-list/delete-field.ts";
import { httpCall } from "../calls/http-product-server.ts";
import type { FoundCoffee } from "../../client/read-coffee.ts";
import { failureText } from "../calls/product-server.ts";
import type { FirstNoticeWords } from "../notices/first-notice.tsx";
import { settingsContext } from "../shop/storefront.ts";
import { coffeesContext } from "../calls/loading/load-coffee.ts";
import { languageSearch } from "../words/language/requested-language.ts";
import { readDone } from "./done-address.ts";
import { destinationContext, isFormContext, outcomeContext, wordsFor, type FormArgs } from "./form-context.ts";

/** A page that exists only without scripts: with scripts it is a dialog, or happens at once. */
export type FormView =
  | Readonly<{ kind: "delete"; found: FoundCoffee }>
  | Readonly<{ kind: "changes"; scope: ChangesScope; page: ChangesPage; isOlder: boolean }>
  | Readonly<{ kind: "undo-all"; visitor: string; preview: UndoPreview }>;

/** What a document needs to work without scripts. */
export type WithoutScripts = Readonly<{
  notice?: FirstNoticeWords | undefined;
  view?: FormView | undefined;
  /** Whether the document must have no scripts, because they would replace what it shows. */
  isScriptless: boolean;
}>;

/** Loads what a document shows only without scripts; undefined if that is nothing but the page. */
export async function readWithoutScripts(args: FormArgs): Promise<WithoutScripts | undefined> {
  const { context } = args;
  const isForm = context.get(isFormContext);
  const { view, failure } = await readView(args);
  const notice = context.get(outcomeContext) ?? failure ?? (await readDone(args));
  if (!isForm && !view && !notice) return undefined;
  return { notice, view, isScriptless: isForm || view !== undefined || failure !== undefined };
}

async function readView(args: FormArgs): Promise<{ view?: FormView; failure?: FirstNoticeWords }> {
  const { context, request } = args;
  const { pathname, search, searchParams } = new URL(request.url);
  const toDelete = pathname === addresses.home && coffeeToDelete(searchParams);
  if (toDelete) {
    const query = new URLSearchParams(languageSearch(search));
    query.set("delete", "");
    throw redirect(`${addresses.coffeeDetails(toDelete)}?${query}`);
  }
  const id = segmentOfCoffee(pathname);
  if (id !== undefined && pathname.startsWith(addresses.coffeeDetails("")) && searchParams.has("delete")) {
    const found = await context.get(coffeesContext).find(decodeURIComponent(id));
    return found.ok ? { view: { kind: "delete", found: found.value } } : {};
  }
  const { showsHistory, productServerUrl } = context.get(settingsContext);
  if (pathname !== addresses.home || !showsHistory || productServerUrl !== "") return {};
  const call = httpCall(context.get(destinationContext));
  const { language } = wordsFor(request);
  const visitor = searchParams.get("undo-all");
  if (visitor !== null) {
    const answer = await call("GET", `/-/visitors/${encodeURIComponent(visitor)}/undo`, readUndoPreview);
    if (!answer.ok) return { failure: { title: failureText(answer.failure, language) } };
    return { view: { kind: "undo-all", visitor, preview: answer.value } };
  }
  const scope = scopeFromHash(`#changes${searchParams.get("changes") ?? " "}`);
  if (!scope) return {};
  const before = searchParams.get("before");
  const answer = await call(
    "GET",
    `/-/changes?${new URLSearchParams({ ...scope, ...(before !== null && { before }) })}`,
    readChanges,
  );
  if (!answer.ok) return { failure: { title: failureText(answer.failure, language) } };
  return { view: { kind: "changes", scope, page: answer.value, isOlder: before !== null } };
}
