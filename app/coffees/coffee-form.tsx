import { useEffect, useEffectEvent, useRef, type SubmitEvent } from "react";
import { useNavigate } from "react-router";
import type { CoffeeField, CoffeeFields } from "../../catalogue/coffee.ts";
import { addresses } from "../addresses.ts";
import { EarlyTextarea } from "./early-textarea.tsx";
import { shownInControl } from "./shown-in-control.ts";

const groups: readonly Readonly<{ legend: string; fields: readonly (readonly [CoffeeField, string])[] }>[] = [
  {
    legend: "The coffee and its makers",
    fields: [
      ["name", "Name"],
      ["chef", "Chef"],
      ["supplier", "Supplier"],
    ],
  },
  {
    legend: "What is in the cup",
    fields: [
      ["taste", "Taste"],
      ["category", "Category"],
      ["details", "Details"],
    ],
  },
  {
    legend: "On the shelf",
    fields: [
      ["photo", "Photo"],
      ["price", "Price"],
    ],
  },
];

export type CoffeeFormProps = Readonly<{
  start: CoffeeFields;
  submitLabel: string;
  /** Sends the fields; resolves to whether the visitor is done here and goes home. */
  onSubmit: (fields: CoffeeFields) => Promise<boolean>;
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
      const isDone = await onSubmit(readForm(form, start));
      // Whoever has gone elsewhere meanwhile is not pulled away from there.
      if (isDone && form.isConnected) await navigate(addresses.home);
    } finally {
      form.ariaBusy = "false";
    }
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
          {fields.map(([field, label]) => (
            <label key={field} className={`field field-${field}`}>
              <span>{label}</span>
              <Control field={field} start={String(start[field])} />
            </label>
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
