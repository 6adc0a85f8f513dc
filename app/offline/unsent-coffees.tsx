import { useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import { useLocation } from "react-router";
import { addresses } from "../shop/addresses.ts";
import { shortName, fieldList } from "../coffee/text/display-name.ts";
import { noConfirmation, unsentNotice } from "../form/unsent/unsent-notice.ts";
import { useListChanges } from "../list/coffee-list.tsx";
import { useSaveCoffee, type SaveResult } from "../form/unsent/use-save-coffee.ts";
import { focusHeading } from "../layout/focus-heading.ts";
import type { Notice } from "../notices/notice.ts";
import { useNotify } from "../notices/notices.tsx";
import { useNavigate } from "../shop/shop-router.tsx";
import { useUndoNotices } from "../undo/use-undo.ts";
import { languageSearch } from "../words/language/requested-language.ts";
import { useWords } from "../words/words.tsx";
import {
  removeUnsent,
  saveUnsent,
  unsentIds,
  unsentInForm,
  openInForm,
  readUnsent,
  watchUnsent,
  type Unsent,
} from "../form/unsent/unsent.ts";
import { offlineWords } from "../words/offline-words.ts";

/** Lists the unsent coffees, with buttons to send, review or discard each. */
export function UnsentCoffees() {
  const names = useSyncExternalStore(watchUnsent, unsentIds);
  const offline = offlineWords(useWords());
  const { state } = useLocation();
  const unsent = names.split(" ").flatMap((name) => readUnsent(name) ?? []);
  const toReview = unsent.filter(({ id }) => unsentInForm(state)?.id !== id);
  if (toReview.length === 0) return null;
  return (
    <section aria-label={offline.unsent} className="unsent-coffees">
      {toReview.map((each) => (
        <UnsentCoffee key={each.id} unsent={each} />
      ))}
    </section>
  );
}

function UnsentCoffee({ unsent }: { unsent: Unsent }) {
  const { id, fields, key, loaded } = unsent;
  const words = useWords();
  const { notices } = words;
  const offline = offlineWords(words);
  const notify = useNotify();
  const { search } = useLocation();
  const navigate = useNavigate();
  const send = useSendUnsent();
  const [isBusy, setBusy] = useState(false);
  const coffeeName = shortName(fields.name, words);
  const title = `unsent-${id}`;
  const review = () => {
    openInForm(unsent);
    const pathname = loaded ? addresses.updateCoffee(loaded.coffee._id) : addresses.addNewCoffee;
    void navigate({ pathname, search: languageSearch(search) }, { state: { unsent: id } });
  };
  const sendIt = async () => {
    setBusy(true);
    await send(unsent);
    setBusy(false);
  };
  const discard = () => {
    removeUnsent(id);
    const action = { label: notices.undo, act: () => void saveUnsent(unsent) };
    notify({ title: offline.thrownAway, action, isDone: true, isUndoable: true });
  };
  return (
    <div ref={useFocusRecovery()} className="unsent-coffee" aria-busy={isBusy}>
      <p id={title}>
        {(loaded ? offline.typedEdit : offline.typedNew)(coffeeName)} {!loaded && !key && offline.maybeThere}
      </p>
      <p>
        <button type="button" className="button-gold" aria-describedby={title} onClick={() => isBusy || void sendIt()}>
          {offline.send}
        </button>
        <button type="button" className="button-quiet" aria-describedby={title} onClick={review}>
          {offline.look}
        </button>
        <button type="button" className="button-quiet" aria-describedby={title} onClick={discard}>
          {offline.throwAway}
        </button>
      </p>
    </div>
  );
}

/**
 * Returns a function that sends an unsent coffee, from one tab at a time, and shows the result. It stays stored if it
 * is refused or gets no reply again.
 */
function useSendUnsent(): (unsent: Unsent) => Promise<void> {
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

  return (unsent) =>
    inOneTab(`unsent ${unsent.id}`, async () => {
      if (!readUnsent(unsent.id)) return; // another tab was first
      const result = await save(unsent);
      // An earlier try was saved without a reply, so the list does not have it.
      if (result.kind === "unchanged") record({ kind: "update", coffee: result.coffee });
      if (["saved", "unchanged", "added"].includes(result.kind)) removeUnsent(unsent.id);
      const notice = noticeOf(result, unsent.loaded ? "updated" : "added");
      if (notice) notify(notice);
    });
}

/** Does nothing if another tab holds the lock. Browsers without locks rely on the idempotency key. */
async function inOneTab(name: string, act: () => Promise<void>): Promise<void> {
  if (!("locks" in navigator)) return act();
  await navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
    if (lock) await act();
  });
}

/** If the element has the focus when it unmounts, moves the focus to the page's heading. */
function useFocusRecovery() {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(
    () => () => {
      if (place.current?.contains(document.activeElement)) focusHeading();
    },
    [],
  );
  return place;
}
