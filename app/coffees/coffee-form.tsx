import { Fragment, startTransition, useEffect, useEffectEvent, useRef, useState, type SubmitEvent } from "react";
import { useLocation, useNavigate, useRouteLoaderData } from "react-router";
import type { CoffeeField, CoffeeFields } from "../../catalogue/coffee.ts";
import { addresses } from "../addresses.ts";
import { useHomeSearch } from "../layout/home-search.ts";
import type { loader } from "../root.tsx";
import { languageSearch } from "../words/asked-language.ts";
import { useWords } from "../words/words.tsx";
import { mergeEdits } from "./merge-edits.ts";
import { OtherText } from "./other-text.tsx";
import { EarlyTextarea } from "./early-textarea.tsx";
import { shownInControl } from "./shown-in-control.ts";

const groups = [
  { name: "makers", fields: ["name", "chef", "supplier"] },
  { name: "cup", fields: ["taste", "category", "details"] },
  { name: "shelf", fields: ["photo", "price"] },
] as const;

export type CoffeeFormProps = Readonly<{
  /** What the fields begin with. Where it becomes something else, what was typed stays, and both texts are shown. */
  start: CoffeeFields;
  /** What the fields hold at first, where that is something else. */
  typed?: CoffeeFields;
  submitLabel: string;
  /** Whether the way home leads to what was asked of it before. */
  isReturning?: boolean;
  /** Sends the fields; resolves to whether the visitor is done here and goes home. `isHere` tells whether the form still is. */
  onSubmit: (fields: CoffeeFields, isHere: () => boolean) => Promise<boolean>;
  /** Hears of the fields as they are when the page has come alive, at each key, and when a field is left. */
  onChange: (fields: CoffeeFields, when: "typing" | "settled") => void;
}>;

/**
 * The eight fields, for add and update alike. The browser keeps what is typed, so nothing is lost while the page comes
 * alive; `method="dialog"` keeps a submit before that from going anywhere.
 */
export function CoffeeForm({ start, typed, submitLabel, isReturning = false, onSubmit, onChange }: CoffeeFormProps) {
  const navigate = useNavigate();
  const { search } = useLocation();
  const homeSearch = useHomeSearch();
  const words = useWords();
  const extras = useRouteLoaderData<typeof loader>("root")?.settings.extras;
  const element = useRef<HTMLFormElement>(null);
  const [first] = useState(typed ?? start);
  const [clashing, setClashing] = useState<readonly CoffeeField[]>([]);
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
    const isDone = await onSubmit(readForm(form, start), () => form.isConnected);
    // Whoever has gone elsewhere meanwhile is not pulled away from there; whoever goes home sends nothing a second time.
    const way = { pathname: addresses.home, search: isReturning ? homeSearch : languageSearch(search) };
    if (isDone && form.isConnected) await navigate(way);
    else form.ariaBusy = "false";
  };

  /** Takes over what was changed elsewhere alone, and shows both texts where it was changed here too. */
  const takeOver = useEffectEvent((before: CoffeeFields) => {
    const form = element.current;
    if (!form) return;
    const merge = mergeEdits(before, readForm(form, before), start);
    for (const field of merge.taken) putText(form, field, String(start[field]));
    startTransition(() => setClashing((earlier) => [...new Set([...earlier, ...merge.clashing])]));
    onChange(readForm(form, start), "settled");
    const [clash] = merge.clashing;
    // Whoever types on elsewhere is left alone.
    if (clash && document.activeElement instanceof HTMLButtonElement) controlOf(form, clash)?.focus();
  });
  const merged = useRef(start);
  useEffect(() => {
    if (merged.current !== start) takeOver(merged.current);
    merged.current = start;
  }, [start]);

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
      {groups.map(({ name, fields }) => (
        <fieldset key={name} className="field-group">
          <legend>{words.form.groups[name]}</legend>
          {fields.map((field) => (
            <Fragment key={field}>
              <label className={`field field-${field}`}>
                <span>{words.coffee.fields[field]}</span>
                <Control field={field} start={String(first[field])} />
              </label>
              {extras && clashing.includes(field) && (
                <OtherText
                  key={String(start[field])}
                  label={words.coffee.fields[field]}
                  theirs={String(start[field])}
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
