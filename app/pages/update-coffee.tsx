import { fieldErrorsOf } from "../form/fields/field-errors.ts";
import { useRef, useState } from "react";
import { useLocation } from "react-router";
import { isSame, emptyFields, type Coffee } from "../../catalogue/coffee.ts";
import { coffeeFields } from "../../catalogue/fields.ts";
import { useRootData } from "../shop/shop-router.tsx";
import type { Route } from "./+types/update-coffee";
import { addresses } from "../shop/addresses.ts";
import { browserProductServer } from "../calls/browser-product-server.ts";
import { CoffeeFormPage } from "../form/coffee-form-page.tsx";
import { fieldList } from "../coffee/text/display-name.ts";
import { loadCoffee } from "../calls/loading/load-coffee.ts";
import type { EditConflict } from "../form/edits/send-edit.ts";
import { useSaveForm, type SaveResult } from "../form/unsent/use-save-coffee.ts";
import { useLoadNotice } from "../undo/use-load-notice.ts";
import { useUndoNotices } from "../undo/use-undo.ts";
import { useCoffeeUpdates, type CoffeeUpdate } from "../live/live-updates.tsx";
import { useNotify } from "../notices/notices.tsx";
import { FormDraft } from "../form/unsent/form-draft.ts";
import { unsentInForm, type Unsent } from "../form/unsent/unsent.ts";
import { failureText } from "../calls/product-server.ts";
import { updateByForm } from "../without-scripts/form-actions.ts";
import type { FormRefusal, TypedCoffee } from "../form/form-props.ts";
import { useWords } from "../words/words.tsx";

export const loader = loadCoffee;
export const clientLoader = loadCoffee;
export const action = updateByForm;
export { shouldRevalidate } from "../calls/loading/load-coffee.ts";

export default function UpdateCoffee({
  loaderData: answer,
  actionData: refusal,
  params: { id },
}: Route.ComponentProps) {
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

function UpdateForm({ id, answer, unsent, refusal }: UpdateFormProps) {
  const settings = useRootData()?.settings;
  const extras = settings?.extras === true;
  const [draft] = useState(() => new FormDraft(unsent, id));
  const { loaded, before, trackSave, mergeConflict } = useEditedCoffee(id, answer, unsent);
  /** The id for edits. It differs from the page's id after the server has added an edit as a new coffee. */
  const [savedId, setSavedId] = useState(id);
  const save = useSaveForm(draft);
  const notify = useNotify();
  const { form, notices, language } = useWords();

  const update = async (typed: TypedCoffee, isHere: () => boolean) => {
    if (!loaded.ok && loaded.failure.status !== 404) {
      // The coffee may exist, and blank fields would overwrite it.
      const reason = failureText(loaded.failure, language);
      notify({ title: notices.unsent.updated.refused, words: reason, advice: notices.neverLoaded, isOfPage: true });
      return false;
    }
    const { fields, photo, waitsBecause } = typed;
    const edit = { id: draft.id, fields, photo, loaded: { ...before, coffee: { ...before.coffee, _id: savedId } } };
    const sendAgain = () => void update(typed, () => false);
    const isSafe = extras && settings.productServerUrl === "" && before.tag !== undefined;
    const result = await trackSave(save(edit, { isHere, sendAgain, isSafe, waitsBecause }));
    if (result.kind === "conflict") {
      mergeConflict(result, isHere());
      return false;
    }
    if (result.kind === "failed") return fieldErrorsOf(result.failure);
    if (result.kind === "added" && extras) {
      setSavedId(result.coffee._id);
      notify({ title: notices.addedInstead, advice: notices.findOnHome, isOfPage: true });
    }
    return result.kind === "saved";
  };

  return (
    <CoffeeFormPage
      path={addresses.updateCoffee(id)}
      title={form.update.title}
      intro={form.update.intro}
      start={before.coffee}
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

/**
 * Keeps its own copy of the loaded coffee, so that a reload does not replace typed text. Only a coffee that loads after
 * a failure, and edits by others, are merged into the form.
 */
function useEditedCoffee(id: string, answer: UpdateFormProps["answer"], unsent: Unsent | undefined) {
  const showsHistory = useRootData()?.settings.showsHistory;
  const notify = useNotify();
  const { restoreOffer } = useUndoNotices();
  const words = useWords();
  const [loaded, setLoaded] = useState(() => (unsent?.loaded ? { ok: true as const, value: unsent.loaded } : answer));
  if (!loaded.ok && answer.ok) setLoaded(answer);
  const [blanks] = useState({ coffee: { _id: id, ...emptyFields }, tag: undefined });
  const before = loaded.ok ? loaded.value : blanks;
  const { coffee } = before;

  /** While a save is pending, its reply reports edits by others. */
  const isSending = useRef(false);
  /** The last edit sent. The server may have saved it without a reply, so news of it is not someone else's edit. */
  const lastSent = useRef<Coffee | undefined>(unsent && { ...unsent.fields, _id: id });
  /** Merges someone else's edit into the form, as after a 412. */
  const mergeRemoteEdit = async ({ number, coffee: theirs }: CoffeeUpdate) => {
    if (!theirs) {
      const offer = showsHistory && restoreOffer(number, coffee.name);
      return notify({ title: words.notices.deletedMeanwhile, isOfPage: true, ...offer });
    }
    const found = await browserProductServer().find(id);
    if (!found.ok || isSame(found.value.coffee, coffee)) return;
    // Keep the loaded coffee: sending the edit again then finds that it is saved already.
    if (lastSent.current && isSame(found.value.coffee, lastSent.current)) return;
    const changed = coffeeFields.filter((field) => found.value.coffee[field] !== coffee[field]);
    setLoaded(found);
    notify({ title: words.follow.theirs(fieldList(changed, words)), isDone: true });
  };
  useCoffeeUpdates(id, (news) => {
    if (loaded.ok && !isSending.current) void mergeRemoteEdit(news);
  });

  /** Merges the edit with which a save was in conflict. */
  const mergeConflict = ({ theirs, fields }: EditConflict, isHere: boolean) => {
    const title = words.notices.bothChanged(fieldList(fields, words));
    if (!isHere) return notify({ title, advice: words.notices.sendYoursAgain });
    setLoaded({ ok: true, value: theirs });
    notify({ title, advice: words.notices.pick(fields.length), isOfPage: true });
  };

  /** Waits for a save. Ignores news of the coffee meanwhile, and remembers the edit that was sent. */
  const trackSave = async (save: Promise<SaveResult>) => {
    isSending.current = true;
    const result = await save;
    isSending.current = false;
    if (result.kind !== "conflict") lastSent.current = result.coffee;
    return result;
  };

  return { loaded, before, trackSave, mergeConflict };
}
