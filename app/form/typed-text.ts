import { startTransition, useEffect, useEffectEvent, useRef, useState } from "react";
import { emptyFields, type CoffeeFields } from "../../catalogue/coffee.ts";
import { coffeeFields, type CoffeeField } from "../../catalogue/fields.ts";
import { isSame } from "../list/same-coffees.ts";
import { useNotify } from "../notices/notices.tsx";
import { useWords } from "../words/words.tsx";
import { mergeEdits } from "./edits/merge-edits.ts";
import { controlOf, setControlText } from "./fields/control-value.ts";
import type { CoffeeFormProps, FormElement } from "./form-props.ts";
import { readForm } from "./read-form.ts";

/** The text in the fields: it is reported and stored while it is typed, and merged with a draft and edits by others. */
export function useTypedText(
  element: FormElement,
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
    setTyped(!isSame(fields, start));
    // While a submit is pending, the draft stays as it is.
    if (extras && form.getAttribute("aria-busy") !== "true") draft?.save(fields, start, when);
  };
  const addConflicts = (more: readonly CoffeeField[]) => setConflicts((earlier) => [...new Set([...earlier, ...more])]);

  /** Merges someone else's edit into the form. Fields that both changed become conflicts, which show both texts. */
  const mergeRemoteEdit = useEffectEvent((before: CoffeeFields) => {
    const form = element.current;
    if (!form) return;
    const merge = mergeEdits(before, readForm(new FormData(form), before), start);
    setTexts(form, merge.remote, start);
    startTransition(() => addConflicts(merge.conflicts));
    report("settled");
    focusConflict(form, merge.conflicts);
  });
  const lastStart = useRef(start);
  useEffect(() => {
    if (lastStart.current !== start) mergeRemoteEdit(lastStart.current);
    lastStart.current = start;
  }, [start]);

  /** Restores a stored draft, unless the visitor has already typed something else into one of its fields. */
  const resumeDraft = useEffectEvent((form: HTMLFormElement, own: NonNullable<typeof draft>) => {
    const storedDraft = own.find();
    if (!storedDraft) return;
    const edits = mergeEdits(storedDraft.loaded?.coffee ?? emptyFields, storedDraft.fields, start);
    const early = mergeEdits(first, readForm(new FormData(form), start), edits.fields);
    if (early.conflicts.length > 0) return;
    own.resume(storedDraft);
    setTexts(form, early.remote, edits.fields);
    addConflicts(edits.conflicts);
    report("settled");
    if (early.remote.length > 0) notify({ title: typedBefore, isDone: true, isOfPage: true });
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

/** Returns a function that undoes all typing, and offers to bring it back. `clearRest` clears what is not text. */
export function useClear(
  element: FormElement,
  { start, draft, words: { cleared } }: CoffeeFormProps,
  report: TypedText["report"],
  clearRest: () => void,
) {
  const notify = useNotify();
  const { undo } = useWords().notices;
  return () => {
    const form = element.current;
    if (!form) return;
    const fields = readForm(new FormData(form), start);
    const changed = coffeeFields.filter((field) => fields[field] !== start[field]);
    setTexts(form, changed, start);
    clearRest();
    report("settled");
    draft?.startNew();
    controlOf(form, "name")?.focus();
    const restoreFields = () => {
      // Text typed since then stays a separate draft.
      draft?.startNew();
      draft?.save(fields, start, "settled");
      if (!form.isConnected) return;
      setTexts(form, changed, fields);
      report("settled");
    };
    notify({ title: cleared, isDone: true, isUndoable: true, action: { label: undo, act: restoreFields } });
  };
}

function setTexts(form: HTMLFormElement, fields: readonly CoffeeField[], texts: CoffeeFields): void {
  for (const field of fields) setControlText(form, field, String(texts[field]));
}
