import { useState, useSyncExternalStore } from "react";
import { useLocation, useNavigate } from "react-router";
import { addresses } from "../addresses.ts";
import { nameInWords } from "../coffees/called-name.ts";
import { languageSearch } from "../words/asked-language.ts";
import { useWords } from "../words/words.tsx";
import { dropUnsent, namesOfUnsent, openInForm, readUnsent, watchUnsent, type Unsent } from "./unsent.ts";
import { useSendUnsent } from "./use-send-unsent.ts";

/** Asks of each coffee that was typed without a reply what is to become of it. */
export function UnsentCoffees() {
  const names = useSyncExternalStore(watchUnsent, namesOfUnsent);
  const { offline } = useWords();
  const { state } = useLocation();
  const unsent = names.split(" ").flatMap((name) => readUnsent(name) ?? []);
  const isOpen = ({ id }: Unsent) => JSON.stringify(state ?? null).includes(id);
  const asked = unsent.filter((each) => !isOpen(each));
  if (asked.length === 0) return null;
  return (
    <section aria-label={offline.unsent} className="unsent-coffees">
      {asked.map((each) => (
        <UnsentCoffee key={each.id} unsent={each} />
      ))}
    </section>
  );
}

function UnsentCoffee({ unsent }: { unsent: Unsent }) {
  const { id, fields, key, loaded } = unsent;
  const words = useWords();
  const { offline } = words;
  const { search } = useLocation();
  const navigate = useNavigate();
  const send = useSendUnsent();
  const [isBusy, setBusy] = useState(false);
  const called = nameInWords(fields.name, words);
  const title = `unsent-${id}`;
  const look = () => {
    openInForm(unsent);
    const pathname = loaded ? addresses.updateCoffee(loaded.coffee._id) : addresses.addNewCoffee;
    void navigate({ pathname, search: languageSearch(search) }, { state: { unsent: id } });
  };
  const sendIt = async () => {
    setBusy(true);
    await send(unsent);
    setBusy(false);
  };
  return (
    <div className="unsent-coffee" aria-busy={isBusy}>
      <p id={title}>
        {(loaded ? offline.typedEdit : offline.typedNew)(called)} {!loaded && !key && offline.maybeThere}
      </p>
      <p>
        <button type="button" className="button-gold" aria-describedby={title} onClick={() => isBusy || void sendIt()}>
          {offline.send}
        </button>
        <button type="button" className="button-quiet" aria-describedby={title} onClick={look}>
          {offline.look}
        </button>
        <button type="button" className="button-quiet" aria-describedby={title} onClick={() => dropUnsent(id)}>
          {offline.throwAway}
        </button>
      </p>
    </div>
  );
}
