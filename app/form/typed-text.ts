import { startTransition, useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type RefObject } from "react";
import { isSame, emptyFields, type CoffeeFields } from "../../catalogue/coffee.ts";
import { coffeeFields, type CoffeeField } from "../../catalogue/fields.ts";
import { useNotify } from "../notices/notices.tsx";
import { useWords } from "../words/words.tsx";
import { mergeEdits } from "./edits/merge-edits.ts";
import { controlOf, setControlText } from "./fields/control-value.ts";
import type { CoffeeFormProps, FormElement } from "./form-props.ts";
import type { DroppedPhoto, PhotoTask } from "./photo/use-photo-task.ts";
import { readForm } from "./read-form.ts";

/**
 * The text in the fields: it is reported and stored while it is typed, and merged with a draft and edits by others. The
 * photo is stored with it.
 */
export function useTypedText(
  element: FormElement,
  photo: RefObject<PhotoTask | null>,
  { start, initial, draft, extras, refusal, onChange }: CoffeeFormProps,
) {
  const [first] = useState(initial ?? start);
  const [isTyped, setTyped] = useState(false);
  const [conflicts, setConflicts] = useState<readonly CoffeeField[]>(refusal?.conflicts ?? []);
  const { typedBefore } = useWords().form;
  const notify = useNotify();
  const report = (when: "typing" | "settled") => {
    const form = element.current;
    if (!form) return;
    const fields = readForm(new FormData(form), start);
    onChange(fields, when);
    const stored = photo.current?.stored();
    setTyped(stored !== undefined || !isSame(fields, start));
    // While a submit is pending, the draft stays as it is.
    if (extras && form.getAttribute("aria-busy") !== "true") draft?.save(fields, start, when, stored);
  };
  const addConflicts = (more: readonly CoffeeField[]) => setConflicts((earlier) => [...new Set([...earlier, ...more])]);

  useRemoteEdits(element, start, (more) => {
    startTransition(() => addConflicts(more));
    report("settled");
  });

  /** Restores a stored draft, unless the visitor has already typed something else into one of its fields. */
  const resumeDraft = useEffectEvent((form: HTMLFormElement, own: NonNullable<typeof draft>) => {
    const storedDraft = own.find();
    if (!storedDraft) {
      if (own.photo) photo.current?.resume(own.photo);
      return;
    }
    const edits = mergeEdits(storedDraft.loaded?.coffee ?? emptyFields, storedDraft.fields, start);
    const early = mergeEdits(first, readForm(new FormData(form), start), edits.fields);
    if (early.conflicts.length > 0) return;
    own.resume(storedDraft);
    if (storedDraft.photo) photo.current?.resume(storedDraft.photo);
    setTexts(form, early.remote, edits.fields);
    addConflicts(edits.conflicts);
    report("settled");
    if (early.remote.length > 0 || storedDraft.photo) notify({ title: typedBefore, isDone: true, isOfPage: true });
  });
  const reportEarlyTyping = useEffectEvent(() => report("settled"));
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- what was typed before hydration is only in the document
    if (element.current && draft && extras) resumeDraft(element.current, draft);
    reportEarlyTyping();
  }, [element, draft, extras]);
  useSaveIfReplaced(draft);

  return { first, conflicts, isTyped, report };
}

/** Merges someone else's edit into the form. Fields that both changed become conflicts, which show both texts. */
function useRemoteEdits(
  element: FormElement,
  start: CoffeeFields,
  onMerged: (conflicts: readonly CoffeeField[]) => void,
): void {
  const mergeRemoteEdit = useEffectEvent((before: CoffeeFields) => {
    const form = element.current;
    if (!form) return;
    const merge = mergeEdits(before, readForm(new FormData(form), before), start);
    setTexts(form, merge.remote, start);
    onMerged(merge.conflicts);
    focusConflict(form, merge.conflicts);
  });
  const lastStart = useRef(start);
  // A layout effect, so that no form is sent with the new `start` and the old texts: that would undo the other edit.
  useLayoutEffect(() => {
    if (lastStart.current !== start) mergeRemoteEdit(lastStart.current);
    lastStart.current = start;
  }, [start]);
}

/** Moves the focus to the first conflict if it is on a button, never while the visitor types. */
function focusConflict(form: HTMLFormElement, [first]: readonly CoffeeField[]): void {
  if (first && document.activeElement instanceof HTMLButtonElement) controlOf(form, first)?.focus();
}

/** Stores the draft again after another tab replaced it. */
function useSaveIfReplaced(draft: CoffeeFormProps["draft"]): void {
  useEffect(() => {
    const saveIfReplaced = () => draft?.saveIfReplaced();
    addEventListener("storage", saveIfReplaced);
    return () => removeEventListener("storage", saveIfReplaced);
  }, [draft]);
}

export type TypedText = ReturnType<typeof useTypedText>;

/** Returns a function that undoes all typing, and offers to bring it back. `clearRest` clears the errors and the photo. */
export function useClear(
  element: FormElement,
  { start, draft, words: { cleared } }: CoffeeFormProps,
  report: TypedText["report"],
  clearRest: () => DroppedPhoto | undefined,
) {
  const notify = useNotify();
  const { undo } = useWords().notices;
  return () => {
    const form = element.current;
    if (!form) return;
    const fields = readForm(new FormData(form), start);
    const changed = coffeeFields.filter((field) => fields[field] !== start[field]);
    setTexts(form, changed, start);
    const dropped = clearRest();
    report("settled");
    draft?.startNew();
    controlOf(form, "name")?.focus();
    const restoreFields = () => {
      // Text typed since then stays a separate draft.
      draft?.startNew();
      draft?.save(fields, start, "settled", dropped?.photo);
      dropped?.store();
      if (!form.isConnected) return;
      setTexts(form, changed, fields);
      dropped?.resume();
      report("settled");
    };
    notify({ title: cleared, isDone: true, isUndoable: true, action: { label: undo, act: restoreFields } });
  };
}

function setTexts(form: HTMLFormElement, fields: readonly CoffeeField[], texts: CoffeeFields): void {
  for (const field of fields) setControlText(form, field, String(texts[field]));
}
