import type { SubmitEvent } from "react";
import type { CoffeeFields } from "../../../catalogue/coffee.ts";
import { readFields } from "../read-fields.ts";
import { groups, labels, type FormPage } from "../words.ts";
import { BackToHome, type Go } from "./frame.tsx";

type CoffeeFormProps = Readonly<{
  page: FormPage;
  start: CoffeeFields;
  go: Go;
  submit: (fields: CoffeeFields) => void;
}>;

export function CoffeeForm({ page, start, go, submit }: CoffeeFormProps) {
  const onSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    submit(readFields(new FormData(event.currentTarget)));
  };
  return (
    <div className="page section">
      <BackToHome go={go} />
      <h1>{page.title}</h1>
      <p className="intro">{page.intro}</p>
      <form className="coffee-form" autoComplete="off" onSubmit={onSubmit}>
        {groups.map(({ legend, fields }) => (
          <fieldset key={legend}>
            <legend>{legend}</legend>
            {fields.map((field) => (
              <label key={field}>
                <span>{labels[field]}</span>
                {field === "details" ? (
                  <textarea name={field} defaultValue={start[field]} rows={4} />
                ) : (
                  <input name={field} defaultValue={start[field]} />
                )}
              </label>
            ))}
          </fieldset>
        ))}
        <button type="submit" className="button">
          {page.submit}
        </button>
      </form>
    </div>
  );
}
