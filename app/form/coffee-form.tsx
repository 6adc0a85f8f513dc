import { Fragment, startTransition, useEffect, useEffectEvent, useRef, useState, type SubmitEvent } from "react";
import { flushSync } from "react-dom";
import { useLocation } from "react-router";
import { emptyFields, type CoffeeFields } from "../../catalogue/coffee.ts";
import { coffeeFields, fieldDefinitions, type CoffeeField } from "../../catalogue/fields.ts";
import { addresses } from "../shop/addresses.ts";
import { useHomeSearch } from "../layout/home-search.ts";
import { useNotify } from "../notices/notices.tsx";
import type { FormDraft } from "./unsent/form-draft.ts";
import type { Unsent } from "./unsent/unsent.ts";
import { useNavigate } from "../shop/shop-router.tsx";
import { languageSearch } from "../words/asked-language.ts";
import { useWords } from "../words/words.tsx";
import { CoffeeFormField } from "./coffee-form-field.tsx";
import { mergeEdits } from "./merge-edits.ts";
import { OtherText } from "./conflict-field.tsx";
import type { FieldError } from "../calls/product-server.ts";
import { readForm } from "./read-form.ts";
import { isSame } from "../list/same-coffees.ts";
import { shownInControl } from "./control-value.ts";
import { sentEarly } from "../shop/page-guard.ts";
import { useTypedPrices } from "../price-input/use-typed-prices.ts";

// With the form itself, and not when a price is typed: until it is there, Chrome drops a comma without a word.
import("../price-input/type-price.ts").catch(() => {});

const groups = (["makers", "cup", "shelf"] as const).map((name) => ({
  name,
  members: coffeeFields.filter((field) => fieldDefinitions[field].group === name),
}));

/** What stands in the form again: all that was typed, what is wrong with it, and what somebody else wrote meanwhile. */
export type SentForm = Readonly<{
  opened: Unsent;
  errors: readonly FieldError[];
  clashing: readonly CoffeeField[];
}>;

export type CoffeeFormProps = Readonly<{
  /** What the fields begin with. Where it becomes something else, what was typed stays, and both texts are shown. */
  start: CoffeeFields;
  /** What the fields hold at first, where that is something else. */
  typed?: CoffeeFields;
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
  refused?: SentForm | undefined;
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
  typed,
  isReturning = false,
  draft,
  words: own,
  extras,
  path,
  hidden,
  refused,
  onSubmit,
  onChange,
}: CoffeeFormProps) {
  const navigate = useNavigate();
  const { search } = useLocation();
  const homeSearch = useHomeSearch();
  const words = useWords();
  const element = useRef<HTMLFormElement>(null);
  const [first] = useState(typed ?? start);
  const [clashing, setClashing] = useState<readonly CoffeeField[]>(refused?.clashing ?? []);
  const [errors, setErrors] = useState<readonly FieldError[]>(refused?.errors ?? []);
  const [isInUse, setInUse] = useState(false);
  const [isTyped, setTyped] = useState(false);
  const notify = useNotify();
  const tell = (when: "typing" | "settled") => {
    const form = element.current;
    if (!form) return;
    const fields = readForm(new FormData(form), start);
    onChange(fields, when);
    setTyped(!isSame(fields, start));
    // What is on its way is kept until the reply.
    if (extras && form.getAttribute("aria-busy") !== "true") draft?.keep(fields, start, when);
  };

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    const form = event.currentTarget;
    // Where the browser was stopped it sends it again, and the server takes it once.
    if (form.hasAttribute(sentEarly)) return;
    event.preventDefault();
    if (form.getAttribute("aria-busy") === "true") return;
    form.setAttribute("aria-busy", "true");
    setErrors([]);
    const focused = document.activeElement;
    const sent = await onSubmit(readForm(new FormData(form), start), () => form.isConnected);
    // Whoever has gone elsewhere meanwhile is not pulled away from there; whoever goes home sends nothing a second time.
    if (sent === true && form.isConnected) {
      await navigate({ pathname: addresses.home, search: isReturning ? homeSearch : languageSearch(search) });
      return;
    }
    form.setAttribute("aria-busy", "false");
    tell("settled");
    if (typeof sent !== "boolean" && extras) showErrors(form, sent, focused);
  };

  /** Takes the visitor to the first field that was refused, unless the focus has been moved meanwhile. */
  const showErrors = (form: HTMLFormElement, found: readonly FieldError[], focused: Element | null) => {
    flushSync(() => setErrors(found));
    const control = found[0] && controlOf(form, found[0].field);
    if (!control || document.activeElement !== focused) return;
    control.focus({ preventScroll: true });
    // Neither a notice nor a keyboard on the screen covers the middle, but in a low window the notice does.
    control.closest("label")?.scrollIntoView({ block: innerHeight < 480 ? "start" : "center" });
  };
  const forgetError = (field: string | null) =>
    setErrors((before) =>
      before.some((error) => error.field === field) ? before.filter((error) => error.field !== field) : before,
    );

  const addClashing = (more: readonly CoffeeField[]) => setClashing((earlier) => [...new Set([...earlier, ...more])]);

  /** Takes over what was changed elsewhere alone, and shows both texts where it was changed here too. */
  const takeOver = useEffectEvent((before: CoffeeFields) => {
    const form = element.current;
    if (!form) return;
    const merge = mergeEdits(before, readForm(new FormData(form), before), start);
    for (const field of merge.taken) putText(form, field, String(start[field]));
    startTransition(() => addClashing(merge.clashing));
    tell("settled");
    const [clash] = merge.clashing;
    // Whoever types on elsewhere is left alone.
    if (clash && document.activeElement instanceof HTMLButtonElement) controlOf(form, clash)?.focus();
  });
  const merged = useRef(start);
  useEffect(() => {
    if (merged.current !== start) takeOver(merged.current);
    merged.current = start;
  }, [start]);

  const clear = () => {
    const form = element.current;
    if (!form) return;
    const fields = readForm(new FormData(form), start);
    const changed = coffeeFields.filter((field) => fields[field] !== start[field]);
    for (const field of changed) putText(form, field, String(start[field]));
    setErrors([]);
    tell("settled");
    draft?.startNew();
    controlOf(form, "name")?.focus();
    const putBack = () => {
      // What was typed since stays a draft of its own.
      draft?.startNew();
      draft?.keep(fields, start, "settled");
      if (!form.isConnected) return;
      for (const field of changed) putText(form, field, String(fields[field]));
      tell("settled");
    };
    notify({ title: own.cleared, isDone: true, isUndoable: true, action: { label: words.notices.undo, act: putBack } });
  };

  /** Puts back what was typed here before; where other words have been typed over it since, it waits for the next form. */
  const resumeDraft = useEffectEvent((form: HTMLFormElement) => {
    const found = draft?.find();
    if (!draft || !found) return;
    const edits = mergeEdits(found.loaded?.coffee ?? emptyFields, found.fields, start);
    const early = mergeEdits(first, readForm(new FormData(form), start), edits.fields);
    if (early.clashing.length > 0) return;
    draft.resume(found);
    for (const field of early.taken) putText(form, field, String(edits.fields[field]));
    addClashing(edits.clashing);
    tell("settled");
    if (early.taken.length > 0) notify({ title: words.form.typedBefore, isDone: true, isOfPage: true });
  });
  const tellOfEarlyTyping = useEffectEvent(() => tell("settled"));
  useEffect(() => {
    if (element.current && extras) resumeDraft(element.current);
    tellOfEarlyTyping();
    const keepIfReplaced = () => draft?.keepIfReplaced();
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
          tell("typing");
          const isControl = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
          if (isControl && target.validity.valid) forgetError(target.name);
        }}
        // Price, which is no number.
        onInvalidCapture={(event) => {
          if (!extras) return;
          event.preventDefault();
          showErrors(event.currentTarget, [{ field: "price", message: priceTakes }], document.activeElement);
        }}
        onBlur={() => tell("settled")}
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
                  isRefused={refused !== undefined}
                />
                {extras && clashing.includes(field) && (
                  <OtherText
                    key={String(start[field])}
                    label={words.coffee.fields[field]}
                    theirs={String(start[field])}
                    put={
                      refused
                        ? undefined
                        : (text) => {
                            const before = element.current ? putText(element.current, field, text) : "";
                            forgetError(field);
                            tell("settled");
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
          {own.submit}
        </button>
        {extras &&
          Object.entries(hidden).map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)}
      </form>
      {extras && isTyped && (
        <button type="button" className="button-quiet form-clear" onClick={clear}>
          {own.clear}
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
function putText(form: HTMLFormElement, field: CoffeeField, text: string): string {
  const control = controlOf(form, field);
  const before = control?.value ?? "";
  if (control) {
    control.value = shownInControl(field, text);
    control.setCustomValidity("");
  }
  return before;
}
