import { Fragment, useRef, useState, type Ref, type RefObject, type SubmitEvent } from "react";
import { flushSync } from "react-dom";
import { useLocation } from "react-router";
import { coffeeFields, fieldDefinitions, type CoffeeField } from "../../catalogue/fields.ts";
import { addresses } from "../shop/addresses.ts";
import { useHomeSearch } from "../links/home-search.ts";
import { useNavigate, useRootData } from "../shop/shop-router.tsx";
import { languageSearch } from "../words/language/requested-language.ts";
import { useWords } from "../words/words.tsx";
import { CoffeeFormField } from "./fields/coffee-form-field.tsx";
import { ConflictField } from "./fields/conflict-field.tsx";
import type { CoffeeFormProps, FormElement } from "./form-props.ts";
import type { FieldError } from "./fields/field-errors.ts";
import { PhotoField } from "./photo/photo-field.tsx";
import { PlainPhotoField } from "./photo/plain-photo-field.tsx";
import type { PhotoTask } from "./photo/use-photo-task.ts";
import { readForm } from "./read-form.ts";
import { controlOf, setControlText } from "./fields/control-value.ts";
import { earlySubmitAttribute } from "../shop/page-guard.ts";
import { useTypedPrices } from "../price-input/use-typed-prices.ts";
import { useClear, useTypedText, type TypedText } from "./typed-text.ts";

// Loads with the form, before a price is typed: without it, Chrome silently drops a comma.
import("../price-input/type-price.ts").catch(() => {});

const groups = (["makers", "cup", "shelf"] as const).map((name) => ({
  name,
  members: coffeeFields.filter((field) => fieldDefinitions[field].group === name),
}));

/**
 * The form for adding and updating. Inputs are uncontrolled, so text typed before hydration is not lost; a submit
 * before hydration posts to the page's address. With extras off, `method="dialog"` prevents that post.
 */
export function CoffeeForm(props: CoffeeFormProps) {
  const { words: labels, extras, path, hidden } = props;
  const { search } = useLocation();
  const { priceTakes } = useWords().form;
  const keepsPhotos = useKeepsPhotos();
  const element = useRef<HTMLFormElement>(null);
  const [isInUse, setInUse] = useState(false);
  const photo = useRef<PhotoTask>(null);
  const text = useTypedText(element, photo, props);
  const errors = useFieldErrors(props.refusal?.errors ?? []);
  const submit = useSubmit(props, text.report, errors, photo);
  const clear = useClear(element, props, text.report, () => {
    errors.clear();
    return photo.current?.drop();
  });
  useTypedPrices(element, extras, priceTakes);
  return (
    <>
      <form
        ref={element}
        method={extras ? "post" : "dialog"}
        action={extras ? path + languageSearch(search) : undefined}
        // For the photo of a post without scripts.
        encType={keepsPhotos ? "multipart/form-data" : undefined}
        acceptCharset="utf-8"
        autoComplete="off"
        onSubmit={(event) => void submit(event)}
        onInput={({ target }) => {
          text.report("typing");
          const isControl = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
          if (isControl && target.validity.valid) errors.clear(target.name);
          if (isControl && target.name === "photo") photo.current?.drop();
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
        <FieldGroups form={props} {...{ element, text, errors, photo, keepsPhotos, isInUse }} />
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

/** Whether visitors can upload photos. */
function useKeepsPhotos(): boolean {
  const settings = useRootData()?.settings;
  return settings?.extras === true && !settings.hasNoPhotos;
}

type FieldErrors = ReturnType<typeof useFieldErrors>;

type FieldGroupsProps = Readonly<{
  element: FormElement;
  form: CoffeeFormProps;
  text: TypedText;
  errors: FieldErrors;
  photo: Ref<PhotoTask>;
  keepsPhotos: boolean;
  isInUse: boolean;
}>;

function FieldGroups({ element, form: props, text, errors, photo, keepsPhotos, isInUse }: FieldGroupsProps) {
  const { start, extras, refusal, shown, showPicture } = props;
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
          >
            {field === "photo" && keepsPhotos && <PlainPhotoField />}
            {field === "photo" && keepsPhotos && !refusal && (
              <PhotoField
                form={element}
                fields={shown}
                report={() => text.report("settled")}
                show={showPicture}
                task={photo}
              />
            )}
          </CoffeeFormField>
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

/** Returns the handler that sends the form. */
function useSubmit(
  { start, isReturning = false, extras, onSubmit }: CoffeeFormProps,
  report: TypedText["report"],
  errors: FieldErrors,
  photo: RefObject<PhotoTask | null>,
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
    const readiness = (await photo.current?.whenReady()) ?? { isReady: true };
    const result =
      readiness.isReady &&
      (await onSubmit({ fields: readForm(new FormData(form), start), ...readiness }, () => form.isConnected));
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
