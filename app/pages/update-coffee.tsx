import { emptyFields, type CoffeeFields } from "../../catalogue/coffee.ts";
import type { Route } from "./+types/update-coffee";
import { browserProductServer } from "../coffees/browser-product-server.ts";
import { CoffeeFormPage } from "../coffees/coffee-form-page.tsx";
import { useCoffeeList } from "../coffees/coffee-list.tsx";
import { loadCoffee } from "../coffees/load-coffee.ts";
import { unsentNotice } from "../coffees/unsent-notice.ts";
import { useLoadNotice } from "../coffees/use-load-notice.ts";
import { useNotify } from "../notices/notices.tsx";

export const loader = loadCoffee;
export const clientLoader = loadCoffee;

export default function UpdateCoffee({ loaderData: answer, params }: Route.ComponentProps) {
  const { record } = useCoffeeList();
  const notify = useNotify();
  useLoadNotice(answer);
  const start = answer.ok ? answer.value : emptyFields;

  const update = async (fields: CoffeeFields) => {
    if (!answer.ok && answer.failure.status !== 404) {
      // It may well be there: these blanks would replace all that was never loaded.
      notify({
        title: "The coffee was not updated.",
        words: answer.failure.words,
        advice: "It was never loaded here: reload the page first.",
      });
      return false;
    }
    const coffee = { ...fields, _id: params.id };
    const reply = await browserProductServer().replace(coffee);
    if (!reply.ok) {
      notify(unsentNotice("updated", reply.failure));
      return false;
    }
    const isModified = reply.value.modifiedCount > 0;
    if (isModified) record({ did: "update", coffee });
    return isModified;
  };

  return (
    <CoffeeFormPage
      key={params.id}
      title="Update Existing Coffee Details"
      intro="A new price, a kinder word about the taste, a better photo: change what is no longer true and leave the rest as it is."
      start={start}
      submitLabel="update Coffee"
      onSubmit={update}
    />
  );
}
