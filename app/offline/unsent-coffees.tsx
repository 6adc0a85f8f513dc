import { useLayoutEffect, useRef, useState, useSyncExternalStore, type MouseEvent } from "react";
import { useLocation } from "react-router";
import { addresses } from "../shop/addresses.ts";
import { shortName } from "../coffee/text/display-name.ts";
import { randomId } from "../../client/random-id.ts";
import { focusHeading } from "../layout/focus-heading.ts";
import { useNotify } from "../notices/notices.tsx";
import { useNavigate } from "../shop/shop-router.tsx";
import { languageSearch } from "../words/language/requested-language.ts";
import { useWords } from "../words/words.tsx";
import {
  isPhotoNamed,
  removeUnsent,
  saveUnsent,
  unsentInForm,
  unsentLines,
  openInForm,
  readUnsentLines,
  watchUnsent,
  type Unsent,
  type UnsentPhoto,
} from "../form/unsent/unsent.ts";
import { offlineWords } from "../words/offline-words.ts";
import { UnsentPicture } from "./unsent-picture.tsx";
import { useSendUnsent } from "./use-send-unsent.ts";

/** Lists the unsent coffees, with buttons to send, review or discard each. Without a connection, none can be sent. */
export function UnsentCoffees({ isOffline }: { isOffline: boolean }) {
  const lines = useSyncExternalStore(watchUnsent, unsentLines);
  const offline = offlineWords(useWords());
  const { state } = useLocation();
  const toReview = readUnsentLines(lines).filter(({ id }) => unsentInForm(state)?.id !== id);
  if (toReview.length === 0) return null;
  return (
    <section aria-label={offline.unsent} className="unsent-coffees">
      {toReview.map((each) => (
        <UnsentCoffee key={each.id} unsent={each} canSend={!isOffline} />
      ))}
    </section>
  );
}

function UnsentCoffee({ unsent, canSend }: { unsent: Unsent; canSend: boolean }) {
  const { id, fields, photo, photoRefusal, key, loaded } = unsent;
  const words = useWords();
  const offline = offlineWords(words);
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
  const discard = useDiscard(unsent);
  return (
    <div ref={useFocusRecovery()} className="unsent-coffee" aria-busy={isBusy}>
      {photo && <UnsentPicture key={photo.id} photo={photo} name={fields.name} />}
      <div className="unsent-words">
        <p id={title}>
          {(loaded ? offline.typedEdit : offline.typedNew)(coffeeName)} {!loaded && !key && offline.maybeThere}
        </p>
        {photoRefusal && <p className="field-error">{photoRefusal}</p>}
        {photo && (
          <p role="status" className="field-hint">
            {isBusy && offline.sendingPhoto}
          </p>
        )}
      </div>
      <p className="unsent-actions">
        {canSend && (
          <button
            type="button"
            className="button-gold"
            aria-describedby={title}
            onClick={() => isBusy || void sendIt()}
          >
            {offline.send}
          </button>
        )}
        <button type="button" className="button-quiet" aria-describedby={title} onClick={review}>
          {offline.look}
        </button>
        {photo && photoRefusal && <DropPhotoButton unsent={unsent} describedBy={title} />}
        <button type="button" className="button-quiet" aria-describedby={title} onClick={() => void discard()}>
          {offline.throwAway}
        </button>
      </p>
    </div>
  );
}

/** Removes a refused photo, so that the coffee can be sent without it. */
function DropPhotoButton({ unsent, describedBy }: { unsent: Unsent; describedBy: string }) {
  const { fields, key, loaded } = unsent;
  const offline = offlineWords(useWords());
  const drop = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    const [first] = currentTarget.parentElement?.children ?? [];
    if (first instanceof HTMLElement) first.focus();
    saveUnsent({
      ...unsent,
      fields: { ...fields, photo: loaded?.coffee.photo ?? "" },
      photo: undefined,
      photoRefusal: undefined,
      // The server refuses another coffee with the same key.
      key: key && randomId(),
    });
  };
  return (
    <button type="button" className="button-quiet" aria-describedby={describedBy} onClick={drop}>
      {offline.dropPhoto}
    </button>
  );
}

/** Returns a function that discards an unsent coffee, and offers to bring it back. */
function useDiscard(unsent: Unsent): () => Promise<void> {
  const notify = useNotify();
  const words = useWords();
  return async () => {
    const storeAgain = unsent.photo && (await takeOut(unsent.photo));
    removeUnsent(unsent.id);
    const bringBack = async () => {
      await storeAgain?.();
      saveUnsent(unsent);
    };
    const action = { label: words.notices.undo, act: () => void bringBack() };
    notify({ title: offlineWords(words).thrownAway, action, isDone: true, isUndoable: true });
  };
}

/** Reads a photo that will be removed with its entry. Resolves to a function that stores it again. */
async function takeOut({ id }: UnsentPhoto): Promise<(() => Promise<unknown>) | undefined> {
  try {
    const { readPhoto, storePhoto } = await import("../form/unsent/photo-store.ts");
    const photo = await readPhoto(id);
    return photo && (() => storePhoto(id, photo, isPhotoNamed));
  } catch (error) {
    console.error(error);
    return undefined;
  }
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
