import { useState } from "react";
import { useRouteLoaderData } from "react-router";
import { emptyFields, type CoffeeFields } from "../../catalogue/coffee.ts";
import type { Route } from "./+types/update-coffee";
import { browserProductServer } from "../coffees/browser-product-server.ts";
import { CoffeeFormPage } from "../coffees/coffee-form-page.tsx";
import { listedLabels } from "../coffees/coffee-labels.ts";
import { useCoffeeList } from "../coffees/coffee-list.tsx";
import { loadCoffee } from "../coffees/load-coffee.ts";
import { unlessOnlyTheHash } from "../coffees/only-the-hash.ts";
import { sendEdit } from "../coffees/send-edit.ts";
import { unsentNotice } from "../coffees/unsent-notice.ts";
import { useLoadNotice } from "../coffees/use-load-notice.ts";
import { useUndoNotices } from "../coffees/use-undo.ts";
import { useNotify } from "../notices/notices.tsx";
import type { loader as rootLoader } from "../root.tsx";

export const loader = loadCoffee;
export const clientLoader = loadCoffee;
export const shouldRevalidate = unlessOnlyTheHash;

export default function UpdateCoffee({ loaderData: answer, params: { id } }: Route.ComponentProps) {
  useLoadNotice(answer);
  return <FirstAnswer key={id} id={id} answer={answer} />;
}

/** What is loaded later, and may be gone by then, takes nothing away that was typed; a coffee that is there at last is shown. */
function FirstAnswer({ id, answer }: { id: string; answer: Route.ComponentProps["loaderData"] }) {
  const [first, setFirst] = useState(answer);
  if (!first.ok && answer.ok) setFirst(answer);
  return <UpdateForm key={String(first.ok)} id={id} answer={first} />;
}

function UpdateForm({ id, answer }: { id: string; answer: Route.ComponentProps["loaderData"] }) {
  const extras = useRouteLoaderData<typeof rootLoader>("root")?.settings.extras;
  const { record } = useCoffeeList();
  const notify = useNotify();
  const { offerUndo, undo } = useUndoNotices();
  const [loaded, setLoaded] = useState(
    answer.ok ? answer.value : { coffee: { _id: id, ...emptyFields }, tag: undefined },
  );

  const update = async (fields: CoffeeFields) => {
    if (!answer.ok && answer.failure.status !== 404) {
      // It may well be there: these blanks would replace all that was never loaded.
      const advice = "It was never loaded here: reload the page first.";
      notify({ title: "The coffee was not updated.", words: answer.failure.words, advice });
      return false;
    }
    const { coffee, tag } = loaded;
    const sent = await sendEdit(
      browserProductServer(),
      { coffee, tag: extras ? tag : undefined },
      { ...fields, _id: id },
    );
    if ("theirs" in sent) {
      setLoaded(sent.theirs);
      const place = sent.fields.length === 1 ? "the field" : "each field";
      notify({
        title: `You and somebody else both changed ${listedLabels(sent.fields)}.`,
        advice: `Pick a text below ${place}, then press update Coffee.`,
        isOfPage: true,
      });
      return { theirs: sent.theirs.coffee, fields: sent.fields };
    }
    const { reply, taken } = sent;
    if (!reply.ok) {
      const { deleted } = reply.failure;
      const restoring = deleted && {
        words: "It was deleted meanwhile.",
        advice: "Restore it, then send yours again.",
        action: { label: "Restore it", act: () => void undo("delete", deleted.change) },
      };
      notify({ ...unsentNotice("updated", reply.failure), ...restoring });
      return false;
    }
    const isModified = reply.value.modifiedCount > 0;
    if (isModified) {
      record({ did: "update", coffee: sent.coffee });
      const kept = taken.length > 0 ? ` Also kept: somebody else's new ${listedLabels(taken)}.` : "";
      offerUndo("update", reply.value.change, sent.coffee.name, kept);
    }
    return isModified;
  };

  return (
    <CoffeeFormPage
      title="Update Existing Coffee Details"
      intro="A new price, a kinder word about the taste, a better photo: change what is no longer true and leave the rest as it is."
      start={loaded.coffee}
      submitLabel="update Coffee"
      onSubmit={update}
    />
  );
}
