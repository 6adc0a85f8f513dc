import { useNavigate } from "react-router";
import { emptyFields, type CoffeeFields } from "../../catalogue/coffee.ts";
import type { Route } from "./+types/update-coffee";
import { addresses } from "../addresses.ts";
import { browserProductServer } from "../coffees/browser-product-server.ts";
import { CoffeeForm } from "../coffees/coffee-form.tsx";
import { useCoffeeList } from "../coffees/coffee-list.tsx";
import { loadCoffee } from "../coffees/load-coffee.ts";
import { useLoadNotice } from "../coffees/use-load-notice.ts";
import { FormPage } from "../layout/form-page.tsx";
import { useNotify } from "../notices/notices.tsx";

export const loader = loadCoffee;
export const clientLoader = loadCoffee;

export default function UpdateCoffee({ loaderData: answer, params }: Route.ComponentProps) {
  const navigate = useNavigate();
  const { record } = useCoffeeList();
  const notify = useNotify();
  useLoadNotice(answer);
  const start = answer.ok ? answer.value : { ...emptyFields, _id: params.id };

  const update = async (fields: CoffeeFields) => {
    const coffee = { ...fields, _id: start._id };
    const reply = await browserProductServer().replace(coffee);
    if (!reply.ok) {
      notify({
        title: "The coffee was not updated.",
        words: reply.failure.words,
        advice: "What you typed is still here: change it, or send it again.",
      });
    } else if (reply.value.modifiedCount > 0) {
      record({ did: "update", coffee });
      await navigate(addresses.home);
    }
  };

  return (
    <FormPage
      title="Update Existing Coffee Details"
      intro="A new price, a kinder word about the taste, a better photo: change what is no longer true and leave the rest as it is."
    >
      <CoffeeForm key={params.id} start={start} submitLabel="update Coffee" onSubmit={update} />
    </FormPage>
  );
}
