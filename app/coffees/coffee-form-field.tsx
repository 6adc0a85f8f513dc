import { memo, useDeferredValue, useMemo } from "react";
import type { CoffeeField, TextField } from "../../catalogue/coffee.ts";
import { useWords } from "../words/words.tsx";
import { useCoffees } from "./coffee-list.tsx";
import { commonTexts } from "./common-texts.ts";
import { EarlyTextarea } from "./early-textarea.tsx";
import { languageOf } from "./language-of.ts";
import { shownInControl } from "./shown-in-control.ts";

type CoffeeFormFieldProps = Readonly<{
  field: CoffeeField;
  /** The control's text at first. */
  start: string;
  /** Whether hints and suggestions stand beside it. */
  extras: boolean;
  /** Whether the form is being filled in: suggestions cost nothing before. */
  isInUse: boolean;
  /** Why the server refused what is in the field. */
  error: string | undefined;
  /** Whether the server refused the form. The price then keeps the text that was typed, even if it is not a number. */
  isRefused: boolean;
}>;

/** A field of the form with its label, and what helps to fill it in. */
export const CoffeeFormField = memo(function CoffeeFormField(props: CoffeeFormFieldProps) {
  const { field, start, extras, isInUse, error, isRefused } = props;
  const { coffee, form, taka, language } = useWords();
  const hint = extras && hints[field];
  const suggested = extras && isInUse && isSuggested(field) && field;
  const ids = { hint: `${field}-hint`, error: `${field}-error`, texts: `${field}-texts` };
  const control = {
    name: field,
    "aria-invalid": error === undefined ? undefined : true,
    "aria-describedby": [hint && ids.hint, error && ids.error].filter(Boolean).join(" ") || undefined,
    ...(extras && typing[field]),
  };
  return (
    <div className={`field-box field-${field}`}>
      <label className="field">
        <span>{coffee.fields[field]}</span>
        {field === "details" ? (
          <EarlyTextarea {...control} start={start} />
        ) : field === "price" ? (
          <input
            {...control}
            defaultValue={isRefused ? start : shownInControl(field, start)}
            type="number"
            step="any"
            inputMode="decimal"
          />
        ) : (
          <input
            {...control}
            defaultValue={start}
            type="text"
            inputMode={field === "photo" ? "url" : "text"}
            list={suggested ? ids.texts : undefined}
          />
        )}
      </label>{" "}
      {suggested && <Suggestions id={ids.texts} field={suggested} />}
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
    </div>
  );
});

const hints: Readonly<Partial<Record<CoffeeField, "hint" | "unit">>> = { photo: "hint", price: "unit" };

/** What helps keyboards on the screen. */
const typing: Readonly<Partial<Record<CoffeeField, React.InputHTMLAttributes<HTMLElement>>>> = {
  name: { autoCapitalize: "words" },
  chef: { autoCapitalize: "words" },
  supplier: { autoCapitalize: "words" },
  photo: { autoCapitalize: "none", autoCorrect: "off", spellCheck: false },
  price: { enterKeyHint: "send" },
};

type SuggestedField = Extract<TextField, "chef" | "supplier" | "category">;

function isSuggested(field: CoffeeField): field is SuggestedField {
  return field === "chef" || field === "supplier" || field === "category";
}

/** What other coffees have in the field; nothing until the list is there. */
function Suggestions({ id, field }: { id: string; field: SuggestedField }) {
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
