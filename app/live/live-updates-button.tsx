import { useEffect, useRef, useState } from "react";
import { ignoreRepeats } from "../layout/ignore-repeats.ts";
import { useWords } from "../words/words.tsx";
import { useLiveUpdates } from "./live-updates.tsx";

/** Pauses the list while home is open, and shows a button with the number of changes by others. */
export function LiveUpdatesButton() {
  const { changes, atLeast, apply, pause } = useLiveUpdates();
  const { follow } = useWords();
  const place = useRef<HTMLDivElement>(null);
  const [isAsked, setAsked] = useState(false);
  useEffect(pause, [pause]);
  const isNew = atLeast !== undefined || changes.length > 0;
  return (
    <div ref={place} className="news" role="status" tabIndex={-1} {...ignoreRepeats}>
      {isNew ? (
        <button
          type="button"
          onClick={() => {
            place.current?.focus({ preventScroll: true });
            setAsked(true);
            apply();
          }}
        >
          {atLeast === undefined ? follow.news(changes.length) : follow.newList} · <span>{follow.show}</span>
        </button>
      ) : (
        isAsked && <span className="sr-only">{follow.shown}</span>
      )}
    </div>
  );
}
