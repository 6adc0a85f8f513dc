import { Fragment, startTransition, useEffect, useEffectEvent, useRef, useState, type SubmitEvent } from "react";
import { flushSync } from "react-dom";
import { useLocation } from "react-router";
import { emptyFields, type CoffeeFields } from "../../catalogue/coffee.ts";
import { coffeeFields, fieldDefinitions, type CoffeeField } from "../../catalogue/fields.ts";
import { addresses } from "../shop/addresses.ts";
import { useHomeSearch } from "../links/home-search.ts";
import { useNotify } from "../notices/notices.tsx";
import type { FormDraft } from "./unsent/form-draft.ts";
import type { Unsent } from "./unsent/unsent.ts";
import { useNavigate } from "../shop/shop-router.tsx";
import { languageSearch } from "../words/language/requested-language.ts";
import { useWords } from "../words/words.tsx";
import { CoffeeFormField } from "./fields/coffee-form-field.tsx";
import { mergeEdits } from "./edits/merge-edits.ts";
import { ConflictField } from "./fields/conflict-field.tsx";
import type { FieldError } from "../calls/product-server.ts";
import { readForm } from "./read-form.ts";
import { isSame } from "../list/same-coffees.ts";
import { controlValue } from "./fields/control-value.ts";
import { earlySubmitAttribute } from "../shop/page-guard.ts";
import { useTypedPrices } from "../price-input/use-typed-prices.ts";

// With the form itself, and not when a price is typed: until it is there, Chrome drops a comma without a word.
import("../price-input/type-price.ts").catch(() => {});

const groups = (["makers", "cup", "shelf"] as const).map((name) => ({
  name,
  members: coffeeFields.filter((field) => fieldDefinitions[field].group === name),
}));

/** What stands in the form again: all that was typed, what is wrong with it, and what somebody else wrote meanwhile. */
export type FormRejection = Readonly<{
  unsent: Unsent;
  errors: readonly FieldError[];
  conflicts: readonly CoffeeField[];
}>;

export type CoffeeFormProps = Readonly<{
  /** What the fields begin with. Where it becomes something else, what was typed stays, and both texts are shown. */
  start: CoffeeFields;
  /** What the fields hold at first, where that is something else. */
  initial?: CoffeeFields;
  /** Whether the way home leads to what was asked of it before. */
  isReturning?: boolean;
  /** Keeps what is typed; undefined where nothing was loaded that could be typed over. */
  draft: FormDraft | undefined;
  words: Readonly<{ submit: string; clear: string; cleared: string }>;
  extras: boolean;
  /** The address of the page, to which the form goes where it is sent without scripts. */
  path: string;
  /** What the form also sends where it is sent without scripts. */
  hidden: Readonly<Record<string, string | undefined>>;
  /** What came of it then. */
  rejection?: FormRejection | undefined;
  /**
   * Sends the fields; resolves to whether the visitor is done here and goes home, or to what the server says is wrong with
   * them. `isHere` tells whether the form still is.
   */
  onSubmit: (fields: CoffeeFields, isHere: () => boolean) => Promise<boolean | readonly FieldError[]>;
  /** Hears of the fields as they are when the page has come alive, at each key, and when a field is left. */
  onChange: (fields: CoffeeFields, when: "typing" | "settled") => void;
}>;

/**
 * The eight fields, for add and update alike. The browser keeps what is typed, so nothing is lost while the page comes
 * alive; a submit before that goes to the page's own address. With extras off, `method="dialog"` keeps it from going anywhere.
 */
export function CoffeeForm({
  start,
  initial,
  isReturning = false,
  draft,
  words: labels,
  extras,
  path,
  hidden,
  rejection,
  onSubmit,
  onChange,
}: CoffeeFormProps) {
  const navigate = useNavigate();
  const { search } = useLocation();
  const homeSearch = useHomeSearch();
  const words = useWords();
  const element = useRef<HTMLFormElement>(null);
  const [first] = useState(initial ?? start);
  const [conflicts, setConflicts] = useState<readonly CoffeeField[]>(rejection?.conflicts ?? []);
  const [errors, setErrors] = useState<readonly FieldError[]>(rejection?.errors ?? []);
  const [isInUse, setInUse] = useState(false);
  const [isTyped, setTyped] = useState(false);
  const notify = useNotify();
  const reportFields = (when: "typing" | "settled") => {
    const form = element.current;
    if (!form) return;
    const fields = readForm(new FormData(form), start);
    onChange(fields, when);
    setTyped(!isSame(fields, start));
    // What is on its way is kept until the reply.
    if (extras && form.getAttribute("aria-busy") !== "true") draft?.save(fields, start, when);
  };

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    const form = event.currentTarget;
    // Where the browser was stopped it sends it again, and the server takes it once.
    if (form.hasAttribute(earlySubmitAttribute)) return;
    event.preventDefault();
    if (form.getAttribute("aria-busy") === "true") return;
    form.setAttribute("aria-busy", "true");
    setErrors([]);
    const focused = document.activeElement;
    const result = await onSubmit(readForm(new FormData(form), start), () => form.isConnected);
    // Whoever has gone elsewhere meanwhile is not pulled away from there; whoever goes home sends nothing a second time.
    if (result === true && form.isConnected) {
      await navigate({ pathname: addresses.home, search: isReturning ? homeSearch : languageSearch(search) });
      return;
    }
    form.setAttribute("aria-busy", "false");
    reportFields("settled");
    if (typeof result !== "boolean" && extras) showErrors(form, result, focused);
  };

  /** Takes the visitor to the first field that was refused, unless the focus has been moved meanwhile. */
  const showErrors = (form: HTMLFormElement, fieldErrors: readonly FieldError[], focused: Element | null) => {
    flushSync(() => setErrors(fieldErrors));
    const control = fieldErrors[0] && controlOf(form, fieldErrors[0].field);
    if (!control || document.activeElement !== focused) return;
    control.focus({ preventScroll: true });
    // Neither a notice nor a keyboard on the screen covers the middle, but in a low window the notice does.
    control.closest("label")?.scrollIntoView({ block: innerHeight < 480 ? "start" : "center" });
  };
  const clearError = (field: string | null) =>
    setErrors((before) =>
      before.some((error) => error.field === field) ? before.filter((error) => error.field !== field) : before,
    );

  const addConflicts = (more: readonly CoffeeField[]) => setConflicts((earlier) => [...new Set([...earlier, ...more])]);

  /** Takes over what was changed elsewhere alone, and shows both texts where it was changed here too. */
  const mergeRemoteEdit = useEffectEvent((before: CoffeeFields) => {
    const form = element.current;
    if (!form) return;
    const merge = mergeEdits(before, readForm(new FormData(form), before), start);
    for (const field of merge.remote) setControlText(form, field, String(start[field]));
    startTransition(() => addConflicts(merge.conflicts));
    reportFields("settled");
    const [firstConflict] = merge.conflicts;
    // Whoever types on elsewhere is left alone.
    if (firstConflict && document.activeElement instanceof HTMLButtonElement) controlOf(form, firstConflict)?.focus();
  });
  const lastStart = useRef(start);
  useEffect(() => {
    if (lastStart.current !== start) mergeRemoteEdit(lastStart.current);
    lastStart.current = start;
  }, [start]);

  const clear = () => {
    const form = element.current;
    if (!form) return;
    const fields = readForm(new FormData(form), start);
    const changed = coffeeFields.filter((field) => fields[field] !== start[field]);
    for (const field of changed) setControlText(form, field, String(start[field]));
    setErrors([]);
    reportFields("settled");
    draft?.startNew();
    controlOf(form, "name")?.focus();
    const restoreFields = () => {
      // What was typed since stays a draft of its own.
      draft?.startNew();
      draft?.save(fields, start, "settled");
      if (!form.isConnected) return;
      for (const field of changed) setControlText(form, field, String(fields[field]));
      reportFields("settled");
    };
    notify({
      title: labels.cleared,
      isDone: true,
      isUndoable: true,
      action: { label: words.notices.undo, act: restoreFields },
    });
  };

  /** Puts back what was typed here before; where other words have been typed over it since, it waits for the next form. */
  const resumeDraft = useEffectEvent((form: HTMLFormElement) => {
    const storedDraft = draft?.find();
    if (!draft || !storedDraft) return;
    const edits = mergeEdits(storedDraft.loaded?.coffee ?? emptyFields, storedDraft.fields, start);
    const early = mergeEdits(first, readForm(new FormData(form), start), edits.fields);
    if (early.conflicts.length > 0) return;
    draft.resume(storedDraft);
    for (const field of early.remote) setControlText(form, field, String(edits.fields[field]));
    addConflicts(edits.conflicts);
    reportFields("settled");
    if (early.remote.length > 0) notify({ title: words.form.typedBefore, isDone: true, isOfPage: true });
  });
  const reportEarlyTyping = useEffectEvent(() => reportFields("settled"));
  useEffect(() => {
    if (element.current && extras) resumeDraft(element.current);
    reportEarlyTyping();
    const keepIfReplaced = () => draft?.saveIfReplaced();
    addEventListener("storage", keepIfReplaced);
    return () => removeEventListener("storage", keepIfReplaced);
  }, [draft, extras]);

  const { priceTakes } = words.form;
  useTypedPrices(element, extras, priceTakes);

  return (
    <>
      <form
        ref={element}
        method={extras ? "post" : "dialog"}
        action={extras ? path + languageSearch(search) : undefined}
        acceptCharset="utf-8"
        autoComplete="off"
        onSubmit={(event) => void submit(event)}
        onInput={({ target }) => {
          reportFields("typing");
          const isControl = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
          if (isControl && target.validity.valid) clearError(target.name);
        }}
        // Price, which is no number.
        onInvalidCapture={(event) => {
          if (!extras) return;
          event.preventDefault();
          showErrors(event.currentTarget, [{ field: "price", message: priceTakes }], document.activeElement);
        }}
        onBlur={() => reportFields("settled")}
        // Before a field has the focus: not every browser suggests what comes later.
        onPointerDown={() => setInUse(true)}
        onKeyDown={() => setInUse(true)}
        className="coffee-form"
      >
        {groups.map(({ name, members }) => (
          <fieldset key={name} className="field-group">
            <legend>{words.form.groups[name]}</legend>
            {members.map((field) => (
              <Fragment key={field}>
                <CoffeeFormField
                  field={field}
                  start={String(first[field])}
                  extras={extras}
                  isInUse={isInUse}
                  error={errors.find((error) => error.field === field)?.message}
                  isRefused={rejection !== undefined}
                />
                {extras && conflicts.includes(field) && (
                  <ConflictField
                    key={String(start[field])}
                    label={words.coffee.fields[field]}
                    theirs={String(start[field])}
                    replaceText={
                      rejection
                        ? undefined
                        : (text) => {
                            const before = element.current ? setControlText(element.current, field, text) : "";
                            clearError(field);
                            reportFields("settled");
                            return before;
                          }
                    }
                  />
                )}
              </Fragment>
            ))}
          </fieldset>
        ))}
        <button type="submit" className="button-gold">
          {labels.submit}
        </button>
        {extras &&
          Object.entries(hidden).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)}
      </form>
      {extras && isTyped && (
        <button type="button" className="button-quiet form-clear" onClick={clear}>
          {labels.clear}
        </button>
      )}
    </>
  );
}

function controlOf(form: HTMLFormElement, field: CoffeeField): HTMLInputElement | HTMLTextAreaElement | undefined {
  const control = form.elements.namedItem(field);
  const isControl = control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement;
  return isControl ? control : undefined;
}

/** Gives the text that stood in the field before. */
function setControlText(form: HTMLFormElement, field: CoffeeField, text: string): string {
  const control = controlOf(form, field);
  const before = control?.value ?? "";
  if (control) {
    control.value = controlValue(field, text);
    control.setCustomValidity("");
  }
  return before;
}
