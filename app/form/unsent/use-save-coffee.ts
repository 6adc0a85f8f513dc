import type { Coffee } from "../../../catalogue/coffee.ts";
import { browserProductServer } from "../../calls/browser-product-server.ts";
import type { FoundCoffee } from "../../../client/read-coffee.ts";
import type { Failure } from "../../calls/product-server.ts";
import { fieldList } from "../../coffee/text/display-name.ts";
import { useListChanges } from "../../list/coffee-list.tsx";
import { useNotify, useWithdraw } from "../../notices/notices.tsx";
import { useRootData } from "../../shop/shop-router.tsx";
import { useUndoNotices } from "../../undo/use-undo.ts";
import { useWords } from "../../words/words.tsx";
import { sendEdit, upsertChanges, type EditConflict } from "../edits/send-edit.ts";
import type { FormDraft } from "./form-draft.ts";
import { noConfirmation, unsentNotice } from "./unsent-notice.ts";
import { removeIfUnnamed, removeUnsent, saveUnsent, type Unsent } from "./unsent.ts";

/**
 * How sending a typed coffee ended. `coffee` is as it was sent, with its new id if the server added it. An edit is
 * `unchanged` if the server had it already, `added` if the server no longer had its coffee, and `unmatched` if the
 * server neither had its coffee nor added it.
 */
export type SaveResult =
  | Readonly<{ kind: "saved"; coffee: Coffee; change: number | undefined }>
  | Readonly<{ kind: "added" | "unchanged" | "unmatched"; coffee: Coffee }>
  | Readonly<{ kind: "failed"; coffee?: Coffee; failure: Failure }>
  | (Readonly<{ kind: "conflict" }> & EditConflict);

/** Returns a function that sends a typed coffee, records the result in the list, and says what was saved. */
export function useSaveCoffee(): (typed: Unsent) => Promise<SaveResult> {
  const extras = useRootData()?.settings.extras === true;
  const { record } = useListChanges();
  const { notifyAdded, offerUndo } = useUndoNotices();
  const words = useWords();

  const add = async ({ fields, key }: Unsent): Promise<SaveResult> => {
    const answer = await browserProductServer().add(fields, key);
    if (!answer.ok) return { kind: "failed", failure: answer.failure };
    const { acknowledged, insertedId, change } = answer.value;
    const coffee = { ...fields, _id: insertedId ?? "" };
    // The specification adds it to the list even if the write was not acknowledged.
    if (insertedId) record({ kind: "add", coffee, number: change });
    if (!acknowledged) return { kind: "failed", failure: noConfirmation };
    notifyAdded(insertedId, fields.name, change);
    return { kind: "saved", coffee, change };
  };

  const update = async ({ fields }: Unsent, loaded: FoundCoffee): Promise<SaveResult> => {
    const before = { ...loaded, tag: extras ? loaded.tag : undefined };
    const result = await sendEdit(browserProductServer(), before, { ...fields, _id: loaded.coffee._id });
    if ("theirs" in result) {
      record({ kind: "update", coffee: result.theirs.coffee });
      return { kind: "conflict", ...result };
    }
    const { reply, coffee, remote } = result;
    if (!reply.ok) return { kind: "failed", coffee, failure: reply.failure };
    const { modifiedCount, matchedCount, upsertedId, change } = reply.value;
    if (modifiedCount === 0 && upsertedId) {
      if (extras) for (const each of upsertChanges(coffee, upsertedId)) record(each);
      return { kind: "added", coffee: { ...coffee, _id: upsertedId } };
    }
    if (modifiedCount === 0 && matchedCount === 0) return { kind: "unmatched", coffee };
    if (modifiedCount === 0) return { kind: "unchanged", coffee };
    record({ kind: "update", coffee, number: change });
    offerUndo("update", change, coffee.name, remote.length > 0 ? words.notices.alsoKept(fieldList(remote, words)) : "");
    return { kind: "saved", coffee, change };
  };

  return (typed) => (typed.loaded ? update(typed, typed.loaded) : add(typed));
}

type FormOptions = Readonly<{
  isHere: () => boolean;
  sendAgain: () => void;
  /** Whether the server saves the coffee only once if it is sent again. */
  isSafe: boolean;
  /** Why the photo cannot be uploaded yet: the coffee is stored with it, and not sent. */
  waitsBecause?: Failure | undefined;
}>;

/**
 * Like `useSaveCoffee`, for a form: it stores the typed text if there is no reply, and says why the coffee was not
 * saved.
 */
export function useSaveForm(draft: FormDraft): (typed: Unsent, options: FormOptions) => Promise<SaveResult> {
  const extras = useRootData()?.settings.extras === true;
  const save = useSaveCoffee();
  const notify = useNotify();
  const withdraw = useWithdraw();
  const { restoreOffer } = useUndoNotices();
  const words = useWords();
  return async (typed, { isHere, sendAgain, isSafe, waitsBecause }) => {
    withdraw();
    const result: SaveResult = waitsBecause
      ? { kind: "failed", failure: { ...waitsBecause, isOffline: true } }
      : await save(typed);
    if (result.kind === "failed") {
      const { failure } = result;
      const { deleted } = failure;
      // The draft may have got a new id during the request.
      const isKept = extras && failure.status === undefined && saveUnsent({ ...typed, id: draft.id });
      if (isKept) draft.drop(typed);
      const action = typed.loaded ? "updated" : "added";
      const needsNoForm = isKept && waitsBecause !== undefined;
      const notice = unsentNotice(words, action, failure, isHere() || needsNoForm, sendAgain, { isSafe, isKept });
      const offer = isHere() && deleted && { words: words.notices.deletedMeanwhile, ...restoreOffer(deleted.change) };
      notify({ ...notice, ...offer });
    } else if (result.kind !== "conflict" && result.kind !== "unmatched") {
      draft.drop(typed);
      removeUnsent(draft.id);
      if (typed.photo) removeIfUnnamed(typed.photo);
    }
    return result;
  };
}
