import { emptyFields, type CoffeeFields } from "../../catalogue/coffee.ts";
import { browserProductServer } from "../coffees/browser-product-server.ts";
import { CoffeeFormPage } from "../coffees/coffee-form-page.tsx";
import { useListChanges } from "../coffees/coffee-list.tsx";
import type { Failure } from "../coffees/product-server.ts";
import { unsentNotice } from "../coffees/unsent-notice.ts";
import { useUndoNotices } from "../coffees/use-undo.ts";
import { useNotify, useWithdraw } from "../notices/notices.tsx";

export default function AddNewCoffee() {
  const { record } = useListChanges();
  const notify = useNotify();
  const withdraw = useWithdraw();
  const { offerUndo } = useUndoNotices();

  const add = async (fields: CoffeeFields, isHere: () => boolean) => {
    const tellUnsent = (failure: Failure) =>
      notify(unsentNotice("added", failure, isHere(), () => void add(fields, () => false)));
    withdraw();
    const answer = await browserProductServer().add(fields);
    if (!answer.ok) {
      tellUnsent(answer.failure);
      return false;
    }
    const { acknowledged, insertedId, change } = answer.value;
    if (insertedId) record({ did: "add", coffee: { ...fields, _id: insertedId }, number: change });
    if (!acknowledged) tellUnsent({ status: 200, words: "The product server did not acknowledge it." });
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
