import {
  Fragment,
  startTransition,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type RefObject,
  type SubmitEvent,
} from "react";
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
import { controlOf, setControlText } from "./fields/control-value.ts";
import { earlySubmitAttribute } from "../shop/page-guard.ts";
import { useTypedPrices } from "../price-input/use-typed-prices.ts";

// Loads with the form, before a price is typed: without it, Chrome silently drops a comma.
import("../price-input/type-price.ts").catch(() => {});

const groups = (["makers", "cup", "shelf"] as const).map((name) => ({
  name,
  members: coffeeFields.filter((field) => fieldDefinitions[field].group === name),
}));

/**
 * A form that was posted without scripts and refused: the typed text, the errors, and the fields that someone else
 * changed too.
 */
export type FormRefusal = Readonly<{
  unsent: Unsent;
  errors: readonly FieldError[];
  conflicts: readonly CoffeeField[];
}>;

export type CoffeeFormProps = Readonly<{
  /** The fields before editing. If this changes later, typed text stays, and a conflict shows both texts. */
  start: CoffeeFields;
  /** The first text of the fields, if it differs from `start`. */
  initial?: CoffeeFields;
  /** Whether home opens with its last search after saving. */
  isReturning?: boolean;
  /** Stores typed text; undefined if the coffee was not loaded. */
  draft: FormDraft | undefined;
  words: Readonly<{ submit: string; clear: string; cleared: string }>;
  extras: boolean;
  /** The page's path, to which the form posts without scripts. */
  path: string;
  /** More form fields for a post without scripts. */
  hidden: Readonly<Record<string, string | undefined>>;
  /** The refusal of an earlier post without scripts. */
  refusal?: FormRefusal | undefined;
  /**
   * Sends the fields. Resolves to true if they were saved and home should open, to false if not, or to the server's
   * field errors. `isHere` tells whether the form is still shown.
   */
  onSubmit: (fields: CoffeeFields, isHere: () => boolean) => Promise<boolean | readonly FieldError[]>;
  /** Called with the fields after hydration, at each key, and when a field loses the focus. */
  onChange: (fields: CoffeeFields, when: "typing" | "settled") => void;
}>;

/**
 * The form for adding and updating. Inputs are uncontrolled, so text typed before hydration is not lost; a submit
 * before hydration posts to the page's address. With extras off, `method="dialog"` prevents that post.
 */
export function CoffeeForm(props: CoffeeFormProps) {
  const { words: labels, extras, path, hidden } = props;
  const { search } = useLocation();
  const { priceTakes } = useWords().form;
  const element = useRef<HTMLFormElement>(null);
  const [isInUse, setInUse] = useState(false);
  const text = useTypedText(element, props);
  const errors = useFieldErrors(props.refusal?.errors ?? []);
  const submit = useSubmit(props, text.report, errors);
  const clear = useClear(element, props, text.report, errors.clear);
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
          text.report("typing");
          const isControl = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
          if (isControl && target.validity.valid) errors.clear(target.name);
        }}
        // Only the price can be invalid.
        onInvalidCapture={(event) => {
          if (!extras) return;
          event.preventDefault();
          errors.show(event.currentTarget, [{ field: "price", message: priceTakes }], document.activeElement);
        }}
        onBlur={() => text.report("settled")}
        // Before the focus moves: some browsers ignore suggestions that are added later.
        onPointerDown={() => setInUse(true)}
        onKeyDown={() => setInUse(true)}
        className="coffee-form"
      >
        <FieldGroups element={element} form={props} text={text} errors={errors} isInUse={isInUse} />
        <button type="submit" className="button-gold">
          {labels.submit}
        </button>
        {extras &&
          Object.entries(hidden).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)}
      </form>
      {extras && text.isTyped && (
        <button type="button" className="button-quiet form-clear" onClick={clear}>
          {labels.clear}
        </button>
      )}
    </>
  );
}

type FormElement = RefObject<HTMLFormElement | null>;
type TypedText = ReturnType<typeof useTypedText>;
type FieldErrors = ReturnType<typeof useFieldErrors>;

type FieldGroupsProps = Readonly<{
  element: FormElement;
  form: CoffeeFormProps;
  text: TypedText;
  errors: FieldErrors;
  isInUse: boolean;
}>;

function FieldGroups({ element, form: { start, extras, refusal }, text, errors, isInUse }: FieldGroupsProps) {
  const { form, coffee } = useWords();
  /** Puts the other text of a conflict into its field. Returns the text that stood there. */
  const swap = (field: CoffeeField, other: string) => {
    const before = element.current ? setControlText(element.current, field, other) : "";
    errors.clear(field);
    text.report("settled");
    return before;
  };
  return groups.map(({ name, members }) => (
    <fieldset key={name} className="field-group">
      <legend>{form.groups[name]}</legend>
      {members.map((field) => (
        <Fragment key={field}>
          <CoffeeFormField
            field={field}
            start={String(text.first[field])}
            extras={extras}
            isInUse={isInUse}
            error={errors.all.find((error) => error.field === field)?.message}
            isRefused={refusal !== undefined}
          />
          {extras && text.conflicts.includes(field) && (
            <ConflictField
              key={String(start[field])}
              label={coffee.fields[field]}
              theirs={String(start[field])}
              swap={refusal ? undefined : (other) => swap(field, other)}
            />
          )}
        </Fragment>
      ))}
    </fieldset>
  ));
}

/** The errors beside the fields. */
function useFieldErrors(first: readonly FieldError[]) {
  const [all, setErrors] = useState(first);
  return {
    all,
    /** Shows errors, and focuses the first of their fields unless the visitor has moved the focus. */
    show(form: HTMLFormElement, errors: readonly FieldError[], focused: Element | null) {
      flushSync(() => setErrors(errors));
      const control = errors[0] && controlOf(form, errors[0].field);
      if (!control || document.activeElement !== focused) return;
      control.focus({ preventScroll: true });
      // The middle is clear of notices and on-screen keyboards, except in a low window.
      control.closest("label")?.scrollIntoView({ block: innerHeight < 480 ? "start" : "center" });
    },
    /** Removes the error of a field, or without a field all errors. */
    clear: (field?: string) =>
      setErrors((before) => {
        const rest = before.filter((error) => field !== undefined && error.field !== field);
        return rest.length < before.length ? rest : before;
      }),
  };
}

/** The text in the fields: it is reported and stored while it is typed, and merged with a draft and edits by others. */
function useTypedText(element: FormElement, { start, initial, draft, extras, refusal, onChange }: CoffeeFormProps) {
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
    const [firstConflict] = merge.conflicts;
    // Move the focus only if it is on a button, never while the visitor types.
    if (firstConflict && document.activeElement instanceof HTMLButtonElement) controlOf(form, firstConflict)?.focus();
  });
  const lastStart = useRef(start);
  useEffect(() => {
    if (lastStart.current !== start) mergeRemoteEdit(lastStart.current);
    lastStart.current = start;
  }, [start]);

  /** Restores a stored draft, unless the visitor has already typed something else into one of its fields. */
  const resumeDraft = useEffectEvent((form: HTMLFormElement) => {
    const storedDraft = draft?.find();
    if (!draft || !storedDraft) return;
    const edits = mergeEdits(storedDraft.loaded?.coffee ?? emptyFields, storedDraft.fields, start);
    const early = mergeEdits(first, readForm(new FormData(form), start), edits.fields);
    if (early.conflicts.length > 0) return;
    draft.resume(storedDraft);
    setTexts(form, early.remote, edits.fields);
    addConflicts(edits.conflicts);
    report("settled");
    if (early.remote.length > 0) notify({ title: typedBefore, isDone: true, isOfPage: true });
  });
  const reportEarlyTyping = useEffectEvent(() => report("settled"));
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- what was typed before hydration is only in the document
    if (element.current && extras) resumeDraft(element.current);
    reportEarlyTyping();
    const keepIfReplaced = () => draft?.saveIfReplaced();
    addEventListener("storage", keepIfReplaced);
    return () => removeEventListener("storage", keepIfReplaced);
  }, [element, draft, extras]);

  return { first, conflicts, isTyped, report };
}

/** Returns the handler that sends the form. */
function useSubmit(
  { start, isReturning = false, extras, onSubmit }: CoffeeFormProps,
  report: TypedText["report"],
  errors: FieldErrors,
) {
  const navigate = useNavigate();
  const { search } = useLocation();
  const homeSearch = useHomeSearch();
  return async (event: SubmitEvent<HTMLFormElement>) => {
    const form = event.currentTarget;
    // The browser is already posting this form natively.
    if (form.hasAttribute(earlySubmitAttribute)) return;
    event.preventDefault();
    if (form.getAttribute("aria-busy") === "true") return;
    form.setAttribute("aria-busy", "true");
    errors.clear();
    const focused = document.activeElement;
    const result = await onSubmit(readForm(new FormData(form), start), () => form.isConnected);
    // Go home only if the visitor is still on this page. The form stays busy, so it cannot be sent twice.
    if (result === true && form.isConnected) {
      await navigate({ pathname: addresses.home, search: isReturning ? homeSearch : languageSearch(search) });
      return;
    }
    form.setAttribute("aria-busy", "false");
    report("settled");
    if (typeof result !== "boolean" && extras) errors.show(form, result, focused);
  };
}

/** Returns a function that undoes all typing, and offers to bring it back. */
function useClear(
  element: FormElement,
  { start, draft, words: { cleared } }: CoffeeFormProps,
  report: TypedText["report"],
  clearErrors: FieldErrors["clear"],
) {
  const notify = useNotify();
  const { undo } = useWords().notices;
  return () => {
    const form = element.current;
    if (!form) return;
    const fields = readForm(new FormData(form), start);
    const changed = coffeeFields.filter((field) => fields[field] !== start[field]);
    setTexts(form, changed, start);
    clearErrors();
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
