import {
  memo,
  useDeferredValue,
  useMemo,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
  type ComponentProps,
  type ReactNode,
} from "react";
import { fieldDefinitions, nameFields, type CoffeeField, type NameField } from "../../../catalogue/fields.ts";
import { useWords } from "../../words/words.tsx";
import { useCoffees } from "../../list/coffee-list.tsx";
import { commonTexts } from "./suggestions.ts";
import { languageOf } from "../../words/language/language-of.ts";
import { controlValue } from "./control-value.ts";

type CoffeeFormFieldProps = Readonly<{
  field: CoffeeField;
  /** The control's text at first. */
  start: string;
  /** Whether to show hints and suggestions. */
  extras: boolean;
  /** Whether the visitor has used the form. Suggestions are rendered only then. */
  isInUse: boolean;
  /** The server's message about the field. */
  error: string | undefined;
  /** Whether the server refused the form. The price then keeps the text that was typed, even if it is not a number. */
  isRefused: boolean;
  /** Another way to fill the field, below it. */
  children?: ReactNode;
}>;

/** A field of the form with its label, hint, suggestions and error. */
export const CoffeeFormField = memo(function CoffeeFormField(props: CoffeeFormFieldProps) {
  const { field, start, extras, isInUse, error, isRefused, children } = props;
  const { coffee, form, taka, language } = useWords();
  const { kind } = fieldDefinitions[field];
  const hint = extras && hints[kind];
  const suggestionField = extras && isInUse && nameFields.find((each) => each === field);
  const ids = { hint: `${field}-hint`, error: `${field}-error`, texts: `${field}-texts` };
  const control = {
    name: field,
    "aria-invalid": error === undefined ? undefined : true,
    "aria-describedby": [hint && ids.hint, error && ids.error].filter(Boolean).join(" ") || undefined,
    ...(extras && keyboardHints(field)),
  };
  return (
    <div className={`field-box field-${field}`}>
      <label className="field">
        <span>{coffee.fields[field]}</span>
        {kind === "longText" ? (
          <HydrationSafeTextarea {...control} start={start} />
        ) : kind === "price" ? (
          <input
            {...control}
            defaultValue={isRefused ? start : controlValue(field, start)}
            type="number"
            step="any"
            inputMode="decimal"
          />
        ) : (
          <input
            {...control}
            defaultValue={start}
            type="text"
            inputMode={kind === "photo" ? "url" : "text"}
            list={suggestionField ? ids.texts : undefined}
          />
        )}
      </label>{" "}
      {suggestionField && <Suggestions id={ids.texts} field={suggestionField} />}
      {hint && (
        <span id={ids.hint} className={`field-${hint}`}>
          {hint === "unit" ? taka : form.photoHint("https://")}
        </span>
      )}{" "}
      {error && (
        <span id={ids.error} className="field-error" lang={languageOf(error, language)}>
          {error}
        </span>
      )}
      {children}
    </div>
  );
});

const hints = { text: undefined, longText: undefined, photo: "hint", price: "unit" } as const;

/** Attributes for on-screen keyboards. */
function keyboardHints(field: CoffeeField): React.InputHTMLAttributes<HTMLElement> {
  const { kind, group } = fieldDefinitions[field];
  if (kind === "photo") return { autoCapitalize: "none", autoCorrect: "off", spellCheck: false };
  if (kind === "price") return { enterKeyHint: "send" };
  return group === "makers" ? { autoCapitalize: "words" } : {};
}

/** Suggests the texts that other coffees have in the field; empty until the list is loaded. */
function Suggestions({ id, field }: { id: string; field: NameField }) {
  const coffees = useDeferredValue(useCoffees(), []);
  const texts = useMemo(() => commonTexts(coffees, field), [coffees, field]);
  return (
    <datalist id={id}>
      {texts.map((text) => (
        <option key={text} value={text} />
      ))}
    </datalist>
  );
}

/**
 * A textarea that keeps text typed before hydration. React overwrites a textarea's text when it hydrates, but not an
 * input's.
 */
function HydrationSafeTextarea({ name, start, ...rest }: ComponentProps<"textarea"> & { name: string; start: string }) {
  const area = useRef<HTMLTextAreaElement>(null);
  const isHydrating = useSyncExternalStore(subscribeToNothing, afterHydration, duringHydration);
  const [earlyText] = useState(() => (isHydrating ? textInDocument(name) : undefined));
  useLayoutEffect(() => {
    if (area.current && earlyText !== undefined) area.current.value = earlyText;
  }, [earlyText]);
  return (
    <textarea
      {...rest}
      ref={area}
      name={name}
      defaultValue={start}
      rows={4}
      onInput={({ currentTarget }) => grow(currentTarget)}
    />
  );
}

/** Grows the textarea with its text, in browsers without CSS `field-sizing`. */
function grow(area: HTMLTextAreaElement): void {
  const { scrollHeight, clientHeight, offsetHeight } = area;
  if (scrollHeight > clientHeight && !CSS.supports("field-sizing", "content"))
    area.style.height = `${scrollHeight + offsetHeight - clientHeight}px`;
}

const subscribeToNothing = () => () => {};
const afterHydration = () => false;
const duringHydration = () => true;

/** The current text of the textarea in the document; undefined on the server. */
function textInDocument(name: string): string | undefined {
  if (typeof document === "undefined") return undefined;
  return document.querySelector<HTMLTextAreaElement>(`textarea[name="${name}"]`)?.value;
}
