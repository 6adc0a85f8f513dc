import { useNavigate } from "react-router";
import { emptyFields, type CoffeeFields } from "../../catalogue/coffee.ts";
import { addresses } from "../addresses.ts";
import { browserProductServer } from "../coffees/browser-product-server.ts";
import { CoffeeForm } from "../coffees/coffee-form.tsx";
import { useCoffeeList } from "../coffees/coffee-list.tsx";
import { FormPage } from "../layout/form-page.tsx";
import { useNotify } from "../notices/notices.tsx";

export default function AddNewCoffee() {
  const navigate = useNavigate();
  const { record } = useCoffeeList();
  const notify = useNotify();

  const add = async (fields: CoffeeFields) => {
    const answer = await browserProductServer().add(fields);
    const title = "The coffee was not added.";
    if (!answer.ok) {
      const { status, words } = answer.failure;
      const mayBeAdded =
        "It may have arrived all the same: look at the list before you send it again. What you typed is still here.";
      notify({
        title,
        words,
        advice: status ? "What you typed is still here: change it, or send it again." : mayBeAdded,
      });
      return;
    }
    const { acknowledged, insertedId } = answer.value;
    if (insertedId) record({ did: "add", coffee: { ...fields, _id: insertedId } });
    if (acknowledged) await navigate(addresses.home);
    else
      notify({ title, words: "The product server did not acknowledge it.", advice: "What you typed is still here." });
  };

  return (
    <FormPage
      title="Add New Coffee"
      intro="Tell the next visitor what is in the cup: who makes it, where the beans come from and what it tastes of. Fill in what you know; everything else can wait, and anyone can complete it later."
    >
      <CoffeeForm start={emptyFields} submitLabel="Add Coffee" onSubmit={add} />
    </FormPage>
  );
}
