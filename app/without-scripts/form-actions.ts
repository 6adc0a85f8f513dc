import { createHash } from "node:crypto";
import { data, redirect } from "react-router";
import { isSame, emptyFields, type CoffeeFields } from "../../catalogue/coffee.ts";
import { coffeeFields } from "../../catalogue/fields.ts";
import { changedCoffeeName, actionOf, readVisitorUndo } from "../history/log/read-changes.ts";
import { shortName, fieldList } from "../coffee/text/display-name.ts";
import { httpCall } from "../calls/http-product-server.ts";
import type { FoundCoffee } from "../../client/read-coffee.ts";
import type { AddReply } from "../../client/read-reply.ts";
import { failureText, type Answer, type Failure, type ProductServer } from "../calls/product-server.ts";
import { mergeEdits } from "../form/edits/merge-edits.ts";
import { fieldErrorsOf } from "../form/fields/field-errors.ts";
import { readForm } from "../form/read-form.ts";
import { sendEdit } from "../form/edits/send-edit.ts";
import { asTypedPrice } from "../price-input/type-price.ts";
import type { FormRefusal } from "../form/form-props.ts";
import { noConfirmation, unsentNotice } from "../form/unsent/unsent-notice.ts";
import { undoFailureText, undoResultText } from "../undo/use-undo.ts";
import { photoRefusalField } from "../form/photo-refusal-field.ts";
import { isGone } from "../home-list/use-remove.ts";
import { readUnsentFrom, type Unsent } from "../form/unsent/unsent.ts";
import { changeNumber, doneAddress, readChange, type CompletedAction } from "./done-address.ts";
import {
  destinationContext,
  rejectForeignForm,
  outcomeContext,
  productServerOf,
  wordsFor,
  type FormArgs,
} from "./form-context.ts";
import { formWords } from "../words/form-words.ts";

/*
 * Actions for forms that browsers post without scripts, each to the address of its page. Each makes the same call as
 * the page with scripts. docs/decisions/0032-without-scripts.md
 */

/** Adds the coffee in the form. Posting the same form again adds nothing. */
export async function addByForm({ request, context }: FormArgs) {
  const form = await readPostedForm(request);
  const formKey = form.get("key") || rejectForeignForm();
  const words = wordsFor(request);
  const fields = readForm(form, requireAllFields(form));
  const key = createHash("sha256")
    .update(`${formKey} ${JSON.stringify(fields)}`)
    .digest("hex");
  const server = productServerOf(context);
  const isOwn = context.get(destinationContext).baseUrl === "";
  const photoFailure = photoFailureIn(form);
  const answer = photoFailure
    ? { ok: false as const, failure: photoFailure }
    : isOwn
      ? await server.add(fields, key)
      : await addOnce(server, fields, key);
  if (answer.ok && answer.value.acknowledged)
    return redirectToHome({ action: "add", change: answer.value.change }, request);
  const failure = answer.ok ? noConfirmation : answer.failure;
  const notice = unsentNotice(words, "added", failure, true, () => {}, { isSafe: isOwn });
  context.set(outcomeContext, { title: notice.title, words: notice.words ?? "", advice: notice.advice ?? "" });
  // The shop's own server adds one coffee per key, so keep the key. For another server a new form needs a new key.
  return reopenForm({ id: "", fields, ...(isOwn && { key: formKey }) }, failure);
}

/** Saves the edit in the form, merged with someone else's edit, as the page with scripts does. */
export async function updateByForm({ request, context, params: { id = "" } }: FormArgs) {
  const form = await readPostedForm(request);
  const words = wordsFor(request);
  const loaded = readLoadedCoffee(form.get("loaded"), id);
  const fields = readForm(form, loaded?.coffee ?? requireAllFields(form));
  const setOutcome = (title: string, why = "", advice = "") =>
    context.set(outcomeContext, { title, words: why, advice });
  const server = withConflictCheck(productServerOf(context));
  if (!loaded) {
    // The form started blank, and blanks must not overwrite the coffee.
    const found = await server.find(id);
    const { filledIn } = formWords[words.language];
    setOutcome(words.notices.unsent.updated.refused, "", found.ok ? filledIn : words.notices.neverLoaded);
    if (!found.ok) return reopenForm({ id: "", fields }, { status: 409 });
    const { fields: whole } = mergeEdits(emptyFields, fields, found.value.coffee);
    return reopenForm({ id: "", fields: whole, loaded: found.value }, { status: 409 });
  }
  const photoFailure = photoFailureIn(form);
  if (photoFailure) {
    const notice = unsentNotice(words, "updated", photoFailure, true, () => {}, { isSafe: true });
    setOutcome(notice.title, notice.words, notice.advice);
    return reopenForm({ id: "", fields, loaded }, photoFailure);
  }
  const result = await sendEdit(server, loaded, { ...fields, _id: id });
  if ("theirs" in result) {
    setOutcome(words.notices.bothChanged(fieldList(result.fields, words)), "", formWords[words.language].bothHere);
    const { fields: both } = mergeEdits(loaded.coffee, fields, result.theirs.coffee);
    return reopenForm({ id: "", fields: both, loaded: result.theirs }, { status: 412 }, result.fields);
  }
  const { reply } = result;
  if (!reply.ok) {
    const notice = unsentNotice(words, "updated", reply.failure, true, () => {}, { isSafe: true });
    setOutcome(notice.title, notice.words, notice.advice);
    return reopenForm({ id: "", fields, loaded }, reply.failure);
  }
  const { modifiedCount, upsertedId, change } = reply.value;
  const keptFields = result.remote;
  // If nothing was modified, show the page again without a message.
  if (modifiedCount === 0 && !upsertedId) return reopenForm({ id: "", fields, loaded }, { status: 200 });
  return redirectToHome({ action: upsertedId ? "add" : "update", change, keptFields }, request);
}

/** Deletes a coffee after the visitor has confirmed it. */
export async function deleteByForm({ request, context, params: { id = "" } }: FormArgs) {
  if (!new URL(request.url).searchParams.has("delete")) rejectForeignForm();
  await readPostedForm(request);
  const server = productServerOf(context);
  const answer = await server.remove(id);
  if (answer.ok || isGone(answer.failure))
    return redirectToHome({ action: "delete", change: answer.ok ? answer.value.change : undefined }, request);
  const words = wordsFor(request);
  const title = answer.failure.status === undefined ? words.notices.unknownDelete : words.notices.serverKept;
  const found = await server.find(id);
  const coffeeName = shortName(found.ok ? found.value.coffee.name : "", words);
  context.set(outcomeContext, { title: title(coffeeName), words: failureText(answer.failure, words.language) });
  return data(null, { status: statusOf(answer.failure) });
}

/** Undoes a change, or all changes of a visitor as the preview showed them. */
export async function undoByForm({ request, context }: FormArgs) {
  const form = await readPostedForm(request);
  const { searchParams } = new URL(request.url);
  const visitor = searchParams.get("undo-all");
  const words = wordsFor(request);
  const showFailure = (failure: Failure) => {
    context.set(outcomeContext, {
      title: undoFailureText(failure, words),
      words: failureText(failure, words.language),
    });
    return data(null, { status: statusOf(failure) });
  };
  if (visitor !== null) {
    const path = `/-/visitors/${encodeURIComponent(visitor)}/undo`;
    const ifMatch = form.get("tag") ?? "";
    const answer = await httpCall(context.get(destinationContext))("PUT", path, readVisitorUndo, { ifMatch });
    return answer.ok ? redirectToHome({ action: "undo", change: undefined }, request) : showFailure(answer.failure);
  }
  const number = changeNumber(searchParams.get("undo")) ?? rejectForeignForm();
  const answer = await productServerOf(context).undo(number);
  if (!answer.ok) return showFailure(answer.failure);
  const { change, keptFields } = answer.value;
  if (change !== undefined) return redirectToHome({ action: "undo", change, keptFields }, request);
  // There was nothing to undo.
  const loggedChange = await readChange(context, number);
  const { undoneAlready } = words.notices;
  context.set(outcomeContext, {
    title: loggedChange
      ? undoResultText(actionOf(loggedChange), answer.value, changedCoffeeName(loggedChange), words)
      : undoneAlready,
  });
  return data(null);
}

// A browser that knows no multipart forms sends the name of the file.
const formFields: ReadonlySet<string> = new Set([
  ...coffeeFields,
  "key",
  "loaded",
  "sent",
  "tag",
  "photoFile",
  photoRefusalField,
]);

/** Reads the posted form. Rejects one with fields that the shop's forms do not have. */
async function readPostedForm(request: Request): Promise<URLSearchParams> {
  const form = new URLSearchParams(await request.text());
  if ([...form.keys()].some((name) => !formFields.has(name))) rejectForeignForm();
  // Text browsers accept any text as a price, so correct it here.
  const price = form.get("price")?.trim();
  if (price) form.set("price", asTypedPrice(price) || price);
  return form;
}

/** Why the server refused the photo in the form, if it did: the rest is not sent either, so that both go together. */
function photoFailureIn(form: URLSearchParams): Failure | undefined {
  const words = form.get(photoRefusalField);
  return words === null ? undefined : { status: 422, words, errors: [{ field: "photo", message: words }] };
}

/** Rejects a form with missing fields: a truncated post must not clear them. Returns the empty fields to start from. */
function requireAllFields(form: URLSearchParams): CoffeeFields {
  if (coffeeFields.some((field) => !form.has(field))) rejectForeignForm();
  return emptyFields;
}

/** Reads the loaded coffee from the form's hidden field; rejects the form if it is malformed. */
function readLoadedCoffee(json: string | null, id: string): FoundCoffee | undefined {
  try {
    const loaded = readUnsentFrom({ id, fields: {}, loaded: JSON.parse(json ?? "null") })?.loaded;
    for (const value of Object.values(loaded?.otherValues ?? {})) {
      if (!isShallow(value)) rejectForeignForm();
      JSON.parse(value); // throws, as the call would
    }
    return loaded && { ...loaded, coffee: { ...loaded.coffee, _id: id } };
  } catch {
    return rejectForeignForm();
  }
}

/** Whether JSON is nested so little that parsing cannot overflow the stack. Brackets in strings count too. */
function isShallow(json: string): boolean {
  let depth = 0;
  return Array.from(json).every((sign) => {
    if ("[{".includes(sign)) depth += 1;
    else if ("]}".includes(sign)) depth -= 1;
    return depth < 500;
  });
}

/**
 * Without an entity tag, compares the server's coffee with the loaded one before an edit, and reports a difference as
 * 412.
 */
function withConflictCheck(server: ProductServer): Pick<ProductServer, "find" | "replace"> {
  return {
    find: (id) => server.find(id),
    async replace(coffee, before) {
      if (before && before.tag === undefined) {
        const found = await server.find(coffee._id);
        if (found.ok && !isSame(found.value.coffee, before.coffee) && !isSame(found.value.coffee, coffee))
          return { ok: false, failure: { status: 412, words: "" } };
      }
      return server.replace(coffee, before);
    },
  };
}

/** Replies of recent adds by key, for servers without idempotency keys. */
const recentAdds = new Map<string, Promise<Answer<AddReply>>>();
const recentAddLimit = 1_000;

function addOnce(server: ProductServer, fields: CoffeeFields, key: string): Promise<Answer<AddReply>> {
  const earlier = recentAdds.get(key);
  if (earlier) return earlier;
  const answer = server.add(fields);
  recentAdds.set(key, answer);
  const [oldest] = recentAdds.keys();
  if (recentAdds.size > recentAddLimit && oldest !== undefined) recentAdds.delete(oldest);
  // A refused add may be sent again.
  void answer.then((outcome) => {
    if (!outcome.ok && outcome.failure.status !== undefined) recentAdds.delete(key);
  });
  return answer;
}

function redirectToHome(what: CompletedAction, request: Request): Response {
  return redirect(doneAddress(what, request), 303);
}

function reopenForm(unsent: Unsent, failure: Partial<Failure>, conflicts: FormRefusal["conflicts"] = []) {
  const refusal: FormRefusal = { unsent, errors: fieldErrorsOf(failure), conflicts };
  return data(refusal, { status: statusOf(failure) });
}

/** A server that did not reply, or did not confirm the write, counts as a failed gateway (504). */
function statusOf({ status = 504 }: Partial<Failure>): number {
  return status;
}
