import { useRef, useState } from "react";
import { useLocation } from "react-router";
import { emptyFields, type Coffee, type CoffeeFields } from "../../catalogue/coffee.ts";
import { coffeeFields } from "../../catalogue/fields.ts";
import { useRootData } from "../shop/shop-router.tsx";
import type { Route } from "./+types/update-coffee";
import { addresses } from "../shop/addresses.ts";
import { browserProductServer } from "../calls/browser-product-server.ts";
import { CoffeeFormPage } from "../form/coffee-form-page.tsx";
import { fieldList } from "../coffee/text/field-list.ts";
import { useListChanges } from "../list/coffee-list.tsx";
import { loadCoffee } from "../calls/loading/load-coffee.ts";
import { isSame } from "../list/same-coffees.ts";
import { sendEdit, upsertChanges } from "../form/edits/send-edit.ts";
import { unsentNotice } from "../form/unsent/unsent-notice.ts";
import { useRetryLoad } from "../undo/use-retry-load.ts";
import { useLoadNotice } from "../undo/use-load-notice.ts";
import { useUndoNotices } from "../undo/use-undo.ts";
import { useCoffeeUpdates, type CoffeeUpdate } from "../live/live-updates.tsx";
import { useNotify, useWithdraw } from "../notices/notices.tsx";
import { FormDraft } from "../form/unsent/form-draft.ts";
import { removeUnsent, saveUnsent, unsentInForm, type Unsent } from "../form/unsent/unsent.ts";
import { failureText } from "../calls/product-server.ts";
import { updateByForm } from "../without-scripts/form-actions.ts";
import type { FormRefusal } from "../form/coffee-form.tsx";
import { useWords } from "../words/words.tsx";

export const loader = loadCoffee;
export const clientLoader = loadCoffee;
export const action = updateByForm;
export { shouldRevalidate } from "../calls/loading/should-revalidate.ts";

export default function UpdateCoffee({
  loaderData: answer,
  actionData: refusal,
  params: { id },
}: Route.ComponentProps) {
  useRetryLoad(answer);
  useLoadNotice(answer);
  const unsent = unsentInForm(useLocation().state) ?? refusal?.unsent;
  return <UpdateForm key={id + (unsent?.id ?? "")} id={id} answer={answer} unsent={unsent} refusal={refusal} />;
}

type UpdateFormProps = Readonly<{
  id: string;
  answer: Route.ComponentProps["loaderData"];
  /** An earlier edit that got no reply; the form starts with it. */
  unsent: Unsent | undefined;
  refusal: FormRefusal | undefined;
}>;

/**
 * Keeps its own copy of the loaded coffee, so that a reload does not replace typed text. Only a coffee that loads after
 * a failure is merged into the form.
 */
function UpdateForm({ id, answer, unsent, refusal }: UpdateFormProps) {
  const settings = useRootData()?.settings;
  const extras = settings?.extras === true;
  const [draft] = useState(() => new FormDraft(unsent, id));
  const { record } = useListChanges();
  const notify = useNotify();
  const withdraw = useWithdraw();
  const { offerUndo, undo } = useUndoNotices();
  const words = useWords();
  const { follow, form, notices, language } = words;
  const [loaded, setLoaded] = useState(() => (unsent?.loaded ? { ok: true as const, value: unsent.loaded } : answer));
  if (!loaded.ok && answer.ok) setLoaded(answer);
  const [blanks] = useState({ coffee: { _id: id, ...emptyFields }, tag: undefined });
  const before = loaded.ok ? loaded.value : blanks;
  const { coffee, tag } = before;
  /** The id for edits. It differs from the page's id after the server has added an edit as a new coffee. */
  const [savedId, setSavedId] = useState(id);

  /** While a save is pending, its reply reports edits by others. */
  const isSending = useRef(false);
  /** The last edit sent. The server may have saved it without a reply, so news of it is not someone else's edit. */
  const lastSent = useRef<Coffee | undefined>(unsent && { ...unsent.fields, _id: id });
  /** The part of a notice that offers to restore the deleted coffee. */
  const restoreOffer = (change: number, name?: string) => ({
    advice: notices.restoreFirst,
    action: { label: notices.restoreIt, act: () => void undo("delete", change, name) },
  });
  /** Merges someone else's edit into the form, as after a 412. */
  const mergeRemoteEdit = async ({ number, coffee: theirs }: CoffeeUpdate) => {
    if (!theirs) {
      const offer = settings?.showsHistory && restoreOffer(number, coffee.name);
      return notify({ title: notices.deletedMeanwhile, isOfPage: true, ...offer });
    }
    const found = await browserProductServer().find(id);
    if (!found.ok || isSame(found.value.coffee, coffee)) return;
    // Keep the loaded coffee: sending the edit again then finds that it is saved already.
    if (lastSent.current && isSame(found.value.coffee, lastSent.current)) return;
    const changed = coffeeFields.filter((field) => found.value.coffee[field] !== coffee[field]);
    setLoaded(found);
    notify({ title: follow.theirs(fieldList(changed, words)), isDone: true });
  };

  useCoffeeUpdates(id, (news) => {
    if (loaded.ok && !isSending.current) void mergeRemoteEdit(news);
  });

  const update = async (fields: CoffeeFields, isHere: () => boolean) => {
    withdraw();
    if (!loaded.ok && loaded.failure.status !== 404) {
      // The coffee may exist, and blank fields would overwrite it.
      const reason = failureText(loaded.failure, language);
      notify({ title: notices.unsent.updated.refused, words: reason, advice: notices.neverLoaded, isOfPage: true });
      return false;
    }
    isSending.current = true;
    const edit = { ...fields, _id: savedId };
    const result = await sendEdit(browserProductServer(), { ...before, tag: extras ? tag : undefined }, edit);
    isSending.current = false;
    if ("theirs" in result) {
      record({ kind: "update", coffee: result.theirs.coffee });
      if (isHere()) setLoaded({ ok: true, value: result.theirs });
      const title = notices.bothChanged(fieldList(result.fields, words));
      if (isHere()) notify({ title, advice: notices.pick(result.fields.length), isOfPage: true });
      else notify({ title, advice: notices.sendYoursAgain });
      return false;
    }
    const { reply, remote } = result;
    lastSent.current = result.coffee;
    if (!reply.ok) {
      const { deleted } = reply.failure;
      const offer = deleted && { words: notices.deletedMeanwhile, ...restoreOffer(deleted.change) };
      const sendAgain = () => void update(fields, () => false);
      const isUnanswered = reply.failure.status === undefined;
      const isKept =
        extras &&
        isUnanswered &&
        saveUnsent({ id: draft.id, fields, loaded: { ...before, coffee: { ...coffee, _id: savedId } } });
      if (isKept) draft.drop();
      const precautions = { isSafe: extras && settings.productServerUrl === "" && tag !== undefined, isKept };
      const notice = unsentNotice(words, "updated", reply.failure, isHere(), sendAgain, precautions);
      notify({ ...notice, ...(isHere() && offer) });
      return reply.failure.errors ?? false;
    }
    const { modifiedCount, matchedCount, upsertedId } = reply.value;
    const isModified = modifiedCount > 0;
    if (isModified || matchedCount > 0 || upsertedId) {
      draft.drop();
      removeUnsent(draft.id);
    }
    if (extras && upsertedId && !isModified) {
      for (const change of upsertChanges(result.coffee, upsertedId)) record(change);
      setSavedId(upsertedId);
      notify({ title: notices.addedInstead, advice: notices.findOnHome, isOfPage: true });
    }
    if (isModified) {
      record({ kind: "update", coffee: result.coffee, number: reply.value.change });
      const keptChanges = remote.length > 0 ? notices.alsoKept(fieldList(remote, words)) : "";
      offerUndo("update", reply.value.change, result.coffee.name, keptChanges);
    }
    return isModified;
  };

  return (
    <CoffeeFormPage
      path={addresses.updateCoffee(id)}
      title={form.update.title}
      intro={form.update.intro}
      start={coffee}
      {...(unsent && { initial: unsent.fields })}
      isReturning
      draft={loaded.ok ? draft : undefined}
      words={form.update}
      // A form that started blank must not overwrite a coffee that loaded later.
      hidden={{ loaded: loaded.ok && (!refusal || unsent?.loaded) ? JSON.stringify(loaded.value) : "null" }}
      refusal={refusal}
      onSubmit={update}
    />
  );
}
