import { useEffect, useRef } from "react";
import { shortName, fieldList } from "../coffee/text/display-name.ts";
import { languageOf } from "../words/language/language-of.ts";
import { useWords } from "../words/words.tsx";
import { changesWords } from "../words/changes-words.ts";
import { visitorDigits } from "./entry/change-entry.tsx";
import type { RemainingField, CoffeePreview, UndoPreview } from "./log/read-changes.ts";

type UndoPreviewProps = Readonly<{ preview: UndoPreview; isBusy: boolean; undo: () => void; cancel: () => void }>;

/** Shows what undoing all changes of a visitor will do to each coffee, and asks to confirm. */
export function UndoPreviewSheet({ preview, isBusy, undo, cancel }: UndoPreviewProps) {
  const changes = changesWords(useWords());
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className="undo-preview" aria-labelledby="undo-preview-heading" aria-busy={isBusy}>
      <h3 ref={heading} id="undo-preview-heading" tabIndex={-1}>
        {changes.wouldUndo}
      </h3>
      <UndoPreviewList preview={preview} />
      <p className="sticky bottom-0 flex flex-wrap gap-3 bg-paper py-3">
        <button type="button" className="button-gold" aria-disabled={isBusy} onClick={undo}>
          {changes.undoThese}
        </button>
        <button type="button" className="button-quiet" aria-disabled={isBusy} onClick={cancel}>
          {changes.cancel}
        </button>
      </p>
    </section>
  );
}

export function UndoPreviewList({ preview: { coffees, changeCount, hasMore } }: { preview: UndoPreview }) {
  const words = useWords();
  const { number } = words;
  const changes = changesWords(words);
  const changedCount = coffees.filter(({ becomes }) => becomes !== "same").length;
  return (
    <>
      <p>{changes.counts(number(changeCount), number(changedCount))}</p>
      <ul>
        {coffees.map((coffee) => (
          <UndoPreviewItem key={coffee.coffeeId} coffee={coffee} />
        ))}
      </ul>
      {hasMore && <p>{changes.olderLeft}</p>}
    </>
  );
}

function UndoPreviewItem({ coffee: { name, becomes, stays, erasedFields } }: Readonly<{ coffee: CoffeePreview }>) {
  const words = useWords();
  const { language, notices } = words;
  const changes = changesWords(words);
  const writers = [...new Set(stays.map(({ visitor }) => visitor))];
  return (
    <li>
      {changes.becomes[becomes]} <b lang={languageOf(name, language)}>{shortName(name, words)}</b>
      {writers.map((visitor) => (
        <p key={visitor ?? ""}>
          {changes.stays(visitor === undefined ? changes.theShop : changes.visitor(visitorDigits(visitor)))}{" "}
          {fieldList(fieldsBy(stays, visitor), words)}
        </p>
      ))}
      {erasedFields.length > 0 && <p>{notices.erasedStays(fieldList(erasedFields, words))}</p>}
    </li>
  );
}

/** The distinct fields that a visitor wrote later. */
function fieldsBy(stays: readonly RemainingField[], visitor: string | undefined) {
  return [...new Set(stays.filter((each) => each.visitor === visitor).map(({ field }) => field))];
}
