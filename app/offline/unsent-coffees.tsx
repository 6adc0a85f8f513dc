import { useLayoutEffect, useRef, useState, useSyncExternalStore } from "react";
import { useLocation } from "react-router";
import { addresses } from "../shop/addresses.ts";
import { shortName } from "../coffee/text/display-name.ts";
import { focusHeading } from "../layout/focus-heading.ts";
import { useNotify } from "../notices/notices.tsx";
import { useNavigate } from "../shop/shop-router.tsx";
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
import { useSendUnsent } from "./use-send-unsent.ts";
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
