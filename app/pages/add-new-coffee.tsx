import { emptyFields, type CoffeeFields } from "../../catalogue/coffee.ts";
import { browserProductServer } from "../coffees/browser-product-server.ts";
import { CoffeeFormPage } from "../coffees/coffee-form-page.tsx";
import { useCoffeeList } from "../coffees/coffee-list.tsx";
import { unsentNotice } from "../coffees/unsent-notice.ts";
import { useUndoNotices } from "../coffees/use-undo.ts";
import { useNotify } from "../notices/notices.tsx";

export default function AddNewCoffee() {
  const { record } = useCoffeeList();
  const notify = useNotify();
  const { offerUndo } = useUndoNotices();

  const add = async (fields: CoffeeFields) => {
    const answer = await browserProductServer().add(fields);
    if (!answer.ok) {
      notify(unsentNotice("added", answer.failure));
      return false;
    }
    const { acknowledged, insertedId, change } = answer.value;
    if (insertedId) record({ did: "add", coffee: { ...fields, _id: insertedId } });
    if (!acknowledged)
      notify(unsentNotice("added", { status: 200, words: "The product server did not acknowledge it." }));
    offerUndo("add", change, fields.name);
    return acknowledged;
  };

  return (
    <CoffeeFormPage
      title="Add New Coffee"
      intro="Tell the next visitor what is in the cup: who makes it, where the beans come from and what it tastes of. Fill in what you know; everything else can wait, and anyone can complete it later."
      start={emptyFields}
      submitLabel="Add Coffee"
      onSubmit={add}
    />
  );
}
