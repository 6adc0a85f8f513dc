import { createHash } from "node:crypto";
import { data, redirect } from "react-router";
import { coffeeFields, type CoffeeFields } from "../../catalogue/coffee.ts";
import { readVisitorUndo } from "../changes/read-visitor-undo.ts";
import { httpCall } from "../coffees/http-product-server.ts";
import { listedFields } from "../coffees/listed-fields.ts";
import {
  wordsOf,
  type AddReply,
  type Answer,
  type Failure,
  type FieldError,
  type FoundCoffee,
  type ProductServer,
} from "../coffees/product-server.ts";
import { mergeEdits } from "../coffees/merge-edits.ts";
import { readForm } from "../coffees/read-form.ts";
import { isSame, sendEdit } from "../coffees/send-edit.ts";
import { unacknowledged, unsentNotice } from "../coffees/unsent-notice.ts";
import { notUndoneWords } from "../coffees/use-undo.ts";
import { isGone } from "../coffees/use-remove.ts";
import { unsentFrom, type Unsent } from "../offline/unsent.ts";
import { doneAddress, type Done } from "./done-address.ts";
import {
  destinationContext,
  notOurForm,
  outcomeContext,
  productServerOf,
  wordsFor,
  type FormArgs,
} from "./form-context.ts";
import { formWords } from "./form-words.ts";

/*
 * What a browser sends without scripts: the forms of the shop's own pages, each to the address of its page. Every one ends in
 * the very call that a page with scripts makes. docs/decisions/0032-without-scripts.md
 */

/** What stands in the form again: all that was typed, what is wrong with it, and what somebody else wrote meanwhile. */
export type SentForm = Readonly<{
  opened: Unsent;
  errors: readonly FieldError[];
  clashing: readonly (typeof coffeeFields)[number][];
}>;

/** Adds the coffee of the form once, however often that form is sent. */
export async function addByForm({ request, context }: FormArgs) {
  const form = await formOf(request);
  const words = wordsFor(request);
  const fields = readForm(form, emptyOf(form));
  const key = createHash("sha256")
    .update(`${form.get("key")} ${JSON.stringify(fields)}`)
    .digest("hex");
  const server = productServerOf(context);
  const isOwn = context.get(destinationContext).baseUrl === "";
  const answer = isOwn ? await server.add(fields, key) : await addOnce(server, fields, key);
  if (answer.ok && answer.value.acknowledged) return done({ deed: "add", change: answer.value.change }, request);
  const failure = answer.ok ? unacknowledged : answer.failure;
  const {
    title,
    words: why = "",
    advice = "",
  } = unsentNotice(words, "added", failure, true, () => {}, {
    isSafe: isOwn,
    isKept: false,
  });
  context.set(outcomeContext, { title, words: why, advice });
  return again({ id: "", fields }, failure);
}

/** Saves the edit of the form as a page with scripts does: brought together with what somebody else wrote meanwhile. */
export async function updateByForm({ request, context, params: { id = "" } }: FormArgs) {
  const form = await formOf(request);
  const words = wordsFor(request);
  const loaded = loadedFrom(form.get("loaded"), id);
  const fields = readForm(form, loaded?.coffee ?? emptyOf(form));
  const tell = (title: string, why = "", advice = "") => context.set(outcomeContext, { title, words: why, advice });
  if (!loaded) {
    tell(words.notices.unsent.updated.refused, "", words.notices.neverLoaded);
    return again({ id: "", fields }, { status: 409 });
  }
  const server = comparing(productServerOf(context));
  const sent = await sendEdit(server, loaded, { ...fields, _id: id });
  if ("theirs" in sent) {
    tell(words.notices.bothChanged(listedFields(sent.fields, words)), "", formWords[words.language].bothHere);
    const { fields: both } = mergeEdits(loaded.coffee, fields, sent.theirs.coffee);
    return again({ id: "", fields: both, loaded: sent.theirs }, { status: 412 }, sent.fields);
  }
  const { reply } = sent;
  if (!reply.ok) {
    const notice = unsentNotice(words, "updated", reply.failure, true, () => {}, { isSafe: true, isKept: false });
    tell(notice.title, notice.words, notice.advice);
    return again({ id: "", fields, loaded }, reply.failure);
  }
  const { modifiedCount, upsertedId, change } = reply.value;
  // Where nothing was modified, the visitor stays on the page with no message.
  if (modifiedCount === 0 && !upsertedId) return again({ id: "", fields, loaded }, { status: 200 });
  return done({ deed: upsertedId ? "add" : "update", change }, request);
}

/** Deletes the coffee, once the page that asks has been answered. */
export async function deleteByForm({ request, context, params: { id = "" } }: FormArgs) {
  if (!new URL(request.url).searchParams.has("delete")) notOurForm();
  await formOf(request);
  const answer = await productServerOf(context).remove(id);
  if (answer.ok || isGone(answer.failure))
    return done({ deed: "delete", change: answer.ok ? answer.value.change : undefined }, request);
  const words = wordsFor(request);
  const title = answer.failure.status === undefined ? words.notices.unknownDelete : words.notices.serverKept;
  context.set(outcomeContext, { title: title(words.coffee.unnamed), words: wordsOf(answer.failure, words.language) });
  return data(null, { status: statusOf(answer.failure) });
}

/** Undoes a change, or all changes of one visitor as they were shown. */
export async function undoByForm({ request, context }: FormArgs) {
  const form = await formOf(request);
  const { searchParams } = new URL(request.url);
  const visitor = searchParams.get("undo-all");
  const change = Number(/^\d{1,15}$/.exec(searchParams.get("undo") ?? "")?.[0]);
  if (visitor === null && !(change > 0)) notOurForm();
  const undone = visitor === null ? await undoOne(change) : await undoAll(visitor);
  if (undone.ok) return done(undone.value, request);
  const words = wordsFor(request);
  const why = wordsOf(undone.failure, words.language);
  context.set(outcomeContext, { title: notUndoneWords(undone.failure, words), words: why });
  return data(null, { status: statusOf(undone.failure) });

  async function undoOne(number: number): Promise<Answer<Done>> {
    const answer = await productServerOf(context).undo(number);
    if (!answer.ok) return answer;
    return { ok: true, value: { deed: "undo", change: answer.value.change, kept: answer.value.keptFields } };
  }

  async function undoAll(name: string): Promise<Answer<Done>> {
    const call = httpCall(context.get(destinationContext));
    const path = `/-/visitors/${encodeURIComponent(name)}/undo`;
    const answer = await call("PUT", path, readVisitorUndo, { ifMatch: form.get("tag") ?? "" });
    return answer.ok ? { ok: true, value: { deed: "undo", change: undefined } } : answer;
  }
}

const formFields: ReadonlySet<string> = new Set([...coffeeFields, "key", "loaded", "sent", "tag"]);

/** The form that was sent. One with other fields than the shop's pages have is none of theirs. */
async function formOf(request: Request): Promise<URLSearchParams> {
  const form = new URLSearchParams(await request.text());
  if ([...form.keys()].some((name) => !formFields.has(name))) notOurForm();
  return form;
}

/** No field is missing: a form that was cut off must not empty what it no longer names. */
function emptyOf(form: URLSearchParams): CoffeeFields {
  if (coffeeFields.some((field) => !form.has(field))) notOurForm();
  return { name: "", chef: "", supplier: "", taste: "", category: "", details: "", photo: "", price: "" };
}

/** The coffee as the form was filled with it. */
function loadedFrom(json: string | null, id: string): FoundCoffee | undefined {
  try {
    const read = unsentFrom({ id, fields: {}, loaded: JSON.parse(json ?? "null") });
    return read?.loaded && { ...read.loaded, coffee: { ...read.loaded.coffee, _id: id } };
  } catch {
    return notOurForm();
  }
}

/** Without a tag that the server heeds, what somebody else wrote meanwhile is looked for before the edit is sent. */
function comparing(server: ProductServer): Pick<ProductServer, "find" | "replace"> {
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

/** Adds to a server that knows no keys: the replies to the forms that were sent last are kept here. */
const addedOnce = new Map<string, Promise<Answer<AddReply>>>();
const addedAtMost = 1_000;

function addOnce(server: ProductServer, fields: CoffeeFields, key: string): Promise<Answer<AddReply>> {
  const earlier = addedOnce.get(key);
  if (earlier) return earlier;
  const answer = server.add(fields);
  addedOnce.set(key, answer);
  const [oldest] = addedOnce.keys();
  if (addedOnce.size > addedAtMost && oldest !== undefined) addedOnce.delete(oldest);
  // What was refused was not added, and may be sent again.
  void answer.then((got) => {
    if (!got.ok && got.failure.status !== undefined) addedOnce.delete(key);
  });
  return answer;
}

function done(what: Done, request: Request): Response {
  return redirect(doneAddress(what, request), 303);
}

function again(opened: Unsent, failure: Partial<Failure>, clashing: SentForm["clashing"] = []) {
  const sent: SentForm = { opened, errors: failure.errors ?? [], clashing };
  return data(sent, { status: statusOf(failure) });
}

/** A server that never replied, or said yes without doing it, is a gateway that failed. */
function statusOf({ status = 504 }: Partial<Failure>): number {
  return status;
}
