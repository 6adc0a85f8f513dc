import { useEffect, useId, useRef } from "react";
import { CloseIcon } from "../layout/icons.tsx";
import { useWords } from "../words/words.tsx";
import { asSentence } from "./as-sentence.ts";
import { actionsOf, type NoticeAction, type NumberedNotice } from "./notice.ts";

type NoticeCardProps = Readonly<{
  notice: NumberedNotice;
  isFolded: boolean;
  act: (action: NoticeAction) => void;
  dismiss: () => void;
  retire: () => void;
}>;

export function NoticeCard({ notice, isFolded, act, dismiss, retire }: NoticeCardProps) {
  const { number, title, words, advice, isDone, isUndoable, isResting } = notice;
  const actions = actionsOf(notice);
  const dictionary = useWords();
  const { notices } = dictionary;
  const titleId = useId();
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const region = card.current?.parentElement;
    // In a low window the region scrolls. Do not scroll it while the focus is in it.
    if (region && !region.contains(document.activeElement)) region.scrollTo({ top: region.scrollHeight });
  }, []);
  const isBrief = isDone && actions.length < 2;
  return (
    <div
      ref={card}
      className={`notice${isBrief ? " is-brief" : ""}${isFolded ? " is-folded" : ""}${isResting ? " is-resting" : ""}`}
      data-number={number}
    >
      <p>
        <strong id={titleId}>{asSentence(title, dictionary)}</strong> {[words, advice].filter(Boolean).join(" ")}
      </p>
      {actions.length > 0 && (
        <div className="notice-actions">
          {actions.map((action) => (
            <button
              key={action.label}
              type="button"
              className="button-quiet"
              aria-describedby={titleId}
              aria-keyshortcuts={isUndoable && action === actions.at(-1) ? "Control+Z" : undefined}
              onClick={() => act(action)}
            >
              {action.label}
            </button>
          ))}
        </div>
      )}
      <button
        type="button"
        className="notice-dismiss"
        aria-label={notices.dismiss}
        title={notices.dismiss}
        aria-describedby={titleId}
        onClick={dismiss}
      >
        <CloseIcon />
      </button>
      {/* Its animation is the notice's timer. CSS pauses it while the notice is hovered or focused. */}
      {isDone && !isResting && <span className="notice-time" onAnimationEnd={retire} />}
    </div>
  );
}
