import { fieldErrorsOf } from "../form/fields/field-errors.ts";
import { useState } from "react";
import { useLocation } from "react-router";
import { useRootData } from "../shop/shop-router.tsx";
import type { Route } from "./+types/add-new-coffee";
import { emptyFields } from "../../catalogue/coffee.ts";
import { addresses } from "../shop/addresses.ts";
import { CoffeeFormPage } from "../form/coffee-form-page.tsx";
import { positionAtNewCoffee } from "../home-list/scroll-position.ts";
import { useSaveForm } from "../form/unsent/use-save-coffee.ts";
import { FormIdempotencyKeys } from "../form/unsent/form-idempotency-keys.ts";
import { FormDraft } from "../form/unsent/form-draft.ts";
import { unsentInForm, type Unsent } from "../form/unsent/unsent.ts";
import { randomId } from "../../client/random-id.ts";
import { languageSearch } from "../words/language/requested-language.ts";
import { addByForm } from "../without-scripts/form-actions.ts";
import type { FormRefusal, TypedCoffee } from "../form/form-props.ts";
import { useWords } from "../words/words.tsx";

export const action = addByForm;

export default function AddNewCoffee({ actionData: refusal }: Route.ComponentProps) {
  const unsent = unsentInForm(useLocation().state) ?? refusal?.unsent;
  return <AddForm key={unsent?.id ?? ""} unsent={unsent} refusal={refusal} />;
}

/**
 * The idempotency key in the server's HTML. It is not in the loader's data, because then each document would have
 * different scripts. docs/decisions/0032-without-scripts.md
 */
function keyInDocument(): string | undefined {
  if (typeof document === "undefined") return undefined;
  return document.querySelector<HTMLInputElement>("input[name=key]")?.value;
}

/** `unsent` is an earlier coffee that got no reply; the form starts with it. */
function AddForm({ unsent, refusal }: { unsent: Unsent | undefined; refusal: FormRefusal | undefined }) {
  const settings = useRootData()?.settings;
  const isOnce = settings?.extras === true && settings.productServerUrl === "";
  const [draft] = useState(() => new FormDraft(unsent));
  const [keys] = useState(() => new FormIdempotencyKeys(unsent));
  const [formKey] = useState(() => refusal?.unsent.key ?? keyInDocument() ?? randomId());
  const save = useSaveForm(draft);
  const { form } = useWords();

  const add = async (typed: TypedCoffee, isHere: () => boolean) => {
    const { fields, photo, waitsBecause } = typed;
    const key = isOnce ? keys.keyFor(fields, photo) : undefined;
    const sendAgain = () => void add(typed, () => false);
    const options = { isHere, sendAgain, isSafe: isOnce, waitsBecause };
    const result = await save({ id: draft.id, fields, photo, key }, options);
    if (result.kind === "failed") return fieldErrorsOf(result.failure);
    if (result.kind !== "saved") return false;
    const { _id } = result.coffee;
    if (_id && settings?.extras && isHere())
      positionAtNewCoffee(addresses.coffeeDetails(_id) + languageSearch(location.search));
    return true;
  };

  return (
    <CoffeeFormPage
      path={addresses.addNewCoffee}
      title={form.add.title}
      intro={form.add.intro}
      start={emptyFields}
      {...(unsent && { initial: unsent.fields })}
      draft={draft}
      words={form.add}
      hidden={{ key: formKey }}
      refusal={refusal}
      onSubmit={add}
    />
  );
}
