import { failureText, type Answer } from "../calls/product-server.ts";
import { fieldList, shortName } from "../coffee/text/display-name.ts";
import { noConfirmation, unsentNotice } from "../form/unsent/unsent-notice.ts";
import { readUnsent, removeUnsent, saveUnsent, type Unsent, type UnsentPhoto } from "../form/unsent/unsent.ts";
import { useSaveCoffee, type SaveResult } from "../form/unsent/use-save-coffee.ts";
import { useListChanges } from "../list/coffee-list.tsx";
import type { Notice } from "../notices/notice.ts";
import { useNotify } from "../notices/notices.tsx";
import { useUndoNotices } from "../undo/use-undo.ts";
import { offlineWords } from "../words/offline-words.ts";
import { useWords } from "../words/words.tsx";

/**
 * Returns a function that uploads the photo of an unsent coffee and sends it, from one tab at a time, and shows the
 * result. The coffee stays stored if it or its photo is refused or gets no reply again.
 */
export function useSendUnsent(): (unsent: Unsent) => Promise<void> {
  const save = useSaveCoffee();
  const { record } = useListChanges();
  const notify = useNotify();
  const { restoreOffer } = useUndoNotices();
  const words = useWords();
  const { notices } = words;
  const offline = offlineWords(words);

  /** The notice for a result; undefined if one is shown already. */
  const noticeOf = (result: SaveResult, action: "added" | "updated"): Notice | undefined => {
    if (result.kind === "conflict")
      return { title: notices.bothChanged(fieldList(result.fields, words)), advice: offline.lookAndPick };
    if (result.kind === "failed" || result.kind === "unmatched") {
      const failure = result.kind === "failed" ? result.failure : noConfirmation;
      const { title, words: why } = unsentNotice(words, action, failure, true, () => {});
      const offer = failure.deleted && { words: notices.deletedMeanwhile, ...restoreOffer(failure.deleted.change) };
      return { title, ...(why && { words: why }), advice: offline.stillKept, ...offer };
    }
    if (result.kind === "added") return { title: notices.addedInstead, isDone: true };
    if (action === "added" || (result.kind === "saved" && result.change)) return undefined;
    return { title: notices.done.update(shortName(result.coffee.name, words)), isDone: true };
  };

  /** Resolves to a coffee with its photo's address; undefined after a notice that says why it has none. */
  const uploaded = async (unsent: Unsent): Promise<Unsent | undefined> => {
    if (!unsent.photo) return unsent;
    const answer = await uploadPhoto(unsent, unsent.photo);
    if (answer !== "gone" && answer.ok) return answer.value;
    const action = unsent.loaded ? "updated" : "added";
    if (answer !== "gone" && answer.failure.status === undefined) {
      const notice = noticeOf({ kind: "failed", failure: { ...answer.failure, isOffline: true } }, action);
      if (notice) notify(notice);
      return undefined;
    }
    const refusal =
      answer === "gone" ? offline.photoGone : offline.photoRefused(failureText(answer.failure, words.language));
    saveUnsent({ ...unsent, photoRefusal: refusal });
    notify({ title: notices.unsent[action].refused, words: refusal, advice: offline.stillKept });
    return undefined;
  };

  return ({ id }) =>
    inOneTab(`unsent ${id}`, async () => {
      const stored = readUnsent(id);
      const unsent = stored && (await uploaded(stored));
      if (!unsent) return; // another tab was first, or the photo is not uploaded
      const result = await save(unsent);
      // An earlier try was saved without a reply, so the list does not have it.
      if (result.kind === "unchanged") record({ kind: "update", coffee: result.coffee });
      if (["saved", "unchanged", "added"].includes(result.kind)) removeUnsent(unsent.id);
      const notice = noticeOf(result, unsent.loaded ? "updated" : "added");
      if (notice) notify(notice);
    });
}

async function uploadPhoto(unsent: Unsent, photo: UnsentPhoto): Promise<Answer<Unsent> | "gone"> {
  try {
    const { withUploadedPhoto } = await import("../form/unsent/upload-unsent-photo.ts");
    return await withUploadedPhoto(unsent, photo);
  } catch (error) {
    console.error(error); // the code for it did not load
    return { ok: false, failure: { words: { kind: "unreachable" } } };
  }
}

/** Does nothing if another tab holds the lock. Browsers without locks rely on the idempotency key. */
async function inOneTab(name: string, act: () => Promise<void>): Promise<void> {
  if (!("locks" in navigator)) return act();
  await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
    if (lock) await act();
  });
}
