import { Fragment, useEffect, useEffectEvent, useRef, useState, type SubmitEvent } from "react";
import { flushSync } from "react-dom";
import { useNavigate } from "react-router";
import type { CoffeeField, CoffeeFields } from "../../catalogue/coffee.ts";
import { addresses } from "../addresses.ts";
import { coffeeLabels } from "./coffee-labels.ts";
import { mergeEdits } from "./merge-edits.ts";
import { OtherText } from "./other-text.tsx";
import { EarlyTextarea } from "./early-textarea.tsx";
import { shownInControl } from "./shown-in-control.ts";

const groups: readonly Readonly<{ legend: string; fields: readonly CoffeeField[] }>[] = [
  { legend: "The coffee and its makers", fields: ["name", "chef", "supplier"] },
  { legend: "What is in the cup", fields: ["taste", "category", "details"] },
  { legend: "On the shelf", fields: ["photo", "price"] },
];

/** What somebody else made of the coffee meanwhile, and the fields that both changed. */
export type FormClash = Readonly<{ theirs: CoffeeFields; fields: readonly CoffeeField[] }>;

export type CoffeeFormProps = Readonly<{
  /** After a clash, what the other one made of it. */
  start: CoffeeFields;
  submitLabel: string;
  /** Sends the fields; resolves to whether the visitor is done here and goes home, or to what there is to choose first. */
  onSubmit: (fields: CoffeeFields) => Promise<boolean | FormClash>;
  /** Hears of the fields as they are when the page has come alive, at each key, and when a field is left. */
  onChange: (fields: CoffeeFields, when: "typing" | "settled") => void;
}>;

/**
 * The eight fields, for add and update alike. The browser keeps what is typed, so nothing is lost while the page comes
 * alive; `method="dialog"` keeps a submit before that from going anywhere.
 */
export function CoffeeForm({ start, submitLabel, onSubmit, onChange }: CoffeeFormProps) {
  const navigate = useNavigate();
  const element = useRef<HTMLFormElement>(null);
  const [clash, setClash] = useState<FormClash>();
  const tell = (when: "typing" | "settled") => {
    if (element.current) onChange(readForm(element.current, start), when);
  };
  const tellOfEarlyTyping = useEffectEvent(() => tell("settled"));
  useEffect(() => tellOfEarlyTyping(), []);

  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    if (form.ariaBusy === "true") return;
    form.ariaBusy = "true";
    try {
      const outcome = await onSubmit(readForm(form, start));
      // Whoever has gone elsewhere meanwhile is not pulled away from there.
      if (!form.isConnected) return;
      if (outcome === true) await navigate(addresses.home);
      else if (outcome) showClash(form, outcome);
    } finally {
      form.ariaBusy = "false";
    }
  };

  /** Takes over what only the other one changed, and shows both texts where both did. */
  const showClash = (form: HTMLFormElement, { theirs, fields }: FormClash) => {
    // More may have been typed since it was sent.
    const { taken, clashing } = mergeEdits(start, readForm(form, start), theirs);
    for (const field of taken) putText(form, field, String(theirs[field]));
    flushSync(() => setClash({ theirs, fields: [...new Set([...(clash?.fields ?? []), ...fields, ...clashing])] }));
    onChange(readForm(form, theirs), "settled");
    const [first] = fields;
    if (first) controlOf(form, first)?.focus();
  };

  return (
    <form
      ref={element}
      method="dialog"
      noValidate
      autoComplete="off"
      onSubmit={(event) => void submit(event)}
      onInput={() => tell("typing")}
      onBlur={() => tell("settled")}
      className="coffee-form"
    >
      {groups.map(({ legend, fields }) => (
        <fieldset key={legend} className="field-group">
          <legend>{legend}</legend>
          {fields.map((field) => (
            <Fragment key={field}>
              <label className={`field field-${field}`}>
                <span>{coffeeLabels[field]}</span>
                <Control field={field} start={String(start[field])} />
              </label>
              {clash?.fields.includes(field) && (
                <OtherText
                  key={String(clash.theirs[field])}
                  label={coffeeLabels[field]}
                  theirs={String(clash.theirs[field])}
                  put={(text) => {
                    const before = element.current ? putText(element.current, field, text) : "";
                    tell("settled");
                    return before;
                  }}
                />
              )}
            </Fragment>
          ))}
        </fieldset>
      ))}
      <button type="submit" className="button-gold">
        {submitLabel}
      </button>
    </form>
  );
}

function Control({ field, start }: { field: CoffeeField; start: string }) {
  if (field === "details") return <EarlyTextarea name={field} start={start} />;
  if (field === "price")
    return <input name={field} defaultValue={start} type="number" step="any" inputMode="decimal" />;
  return <input name={field} defaultValue={start} type="text" inputMode={field === "photo" ? "url" : "text"} />;
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
  if (control) control.value = shownInControl(field, text);
  return before;
}

/** An untouched field goes out exactly as it came: with its type, and with what a control cannot show. */
function readForm(form: HTMLFormElement, start: CoffeeFields): CoffeeFields {
  const data = new FormData(form);
  const read = (field: CoffeeField) => {
    const value = data.get(field);
    return typeof value === "string" ? value : "";
  };
  const text = (field: Exclude<CoffeeField, "price">) =>
    read(field) === shownInControl(field, start[field]) ? start[field] : read(field);
  const isPriceUntouched = read("price") === shownInControl("price", String(start.price));
  return {
    name: text("name"),
    chef: text("chef"),
    supplier: text("supplier"),
    taste: text("taste"),
    category: text("category"),
    details: text("details"),
    photo: text("photo"),
    price: isPriceUntouched ? start.price : read("price"),
  };
}
