import { browserProductServer } from "../calls/browser-product-server.ts";
import { shortName } from "../coffee/text/display-name.ts";
import { useListChanges } from "../list/coffee-list.tsx";
import { fieldList } from "../coffee/text/field-list.ts";
import type { Failure } from "../calls/product-server.ts";
import { sendEdit, upsertChanges } from "../form/edits/send-edit.ts";
import { noConfirmation, unsentNotice } from "../form/unsent/unsent-notice.ts";
import { useUndoNotices } from "../undo/use-undo.ts";
import { useNotify } from "../notices/notices.tsx";
import { useRootData } from "../shop/shop-router.tsx";
import { useWords } from "../words/words.tsx";
import { removeUnsent, readUnsent, type Unsent } from "../form/unsent/unsent.ts";
import { offlineWords } from "../words/offline-words.ts";

/**
 * Returns a function that sends an unsent coffee, from one tab at a time, and shows the result. It stays stored if it
 * is refused or gets no reply again.
 */
export function useSendUnsent(): (unsent: Unsent) => Promise<void> {
  const extras = useRootData()?.settings.extras;
  const { record } = useListChanges();
  const notify = useNotify();
  const { offerUndo, notifyAdded, undo } = useUndoNotices();
  const words = useWords();
  const { notices } = words;
  const offline = offlineWords(words);

  const notifyRefused = (action: "added" | "updated", failure: Failure) => {
    const { title, words: why } = unsentNotice(words, action, failure, true, () => {});
    const { deleted } = failure;
    const restoreOffer = deleted && {
      words: notices.deletedMeanwhile,
      advice: notices.restoreFirst,
      action: { label: notices.restoreIt, act: () => void undo("delete", deleted.change) },
    };
    notify({ title, ...(why && { words: why }), advice: offline.stillKept, ...restoreOffer });
  };

  const add = async ({ id, fields, key }: Unsent) => {
    const answer = await browserProductServer().add(fields, key);
    if (!answer.ok) return notifyRefused("added", answer.failure);
    const { acknowledged, insertedId, change } = answer.value;
    if (!acknowledged) return notifyRefused("added", noConfirmation);
    if (insertedId) record({ kind: "add", coffee: { ...fields, _id: insertedId }, number: change });
    removeUnsent(id);
    notifyAdded(insertedId, fields.name, change);
  };

  const update = async ({ id, fields }: Unsent, loaded: NonNullable<Unsent["loaded"]>) => {
    const tag = extras ? loaded.tag : undefined;
    const result = await sendEdit(browserProductServer(), { ...loaded, tag }, { ...fields, _id: loaded.coffee._id });
    if ("theirs" in result) {
      record({ kind: "update", coffee: result.theirs.coffee });
      return notify({ title: notices.bothChanged(fieldList(result.fields, words)), advice: offline.lookAndPick });
    }
    const { reply, coffee, remote } = result;
    if (!reply.ok) return notifyRefused("updated", reply.failure);
    const { modifiedCount, matchedCount, upsertedId, change } = reply.value;
    if (modifiedCount === 0 && upsertedId) {
      for (const each of upsertChanges(coffee, upsertedId)) record(each);
      removeUnsent(id);
      return notify({ title: notices.addedInstead, isDone: true });
    }
    if (modifiedCount === 0 && matchedCount === 0) return notifyRefused("updated", noConfirmation);
    record({ kind: "update", coffee, number: change });
    removeUnsent(id);
    const keptChanges = remote.length > 0 ? notices.alsoKept(fieldList(remote, words)) : "";
    if (change) offerUndo("update", change, coffee.name, keptChanges);
    else notify({ title: notices.done.update(shortName(coffee.name, words)), isDone: true });
  };

  return (unsent) =>
    inOneTab(`unsent ${unsent.id}`, async () => {
      if (!readUnsent(unsent.id)) return; // another tab was first
      await (unsent.loaded ? update(unsent, unsent.loaded) : add(unsent));
    });
}

/** Does nothing if another tab holds the lock. Browsers without locks rely on the idempotency key. */
async function inOneTab(name: string, act: () => Promise<void>): Promise<void> {
  if (!("locks" in navigator)) return act();
  await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
    if (lock) await act();
  });
}
