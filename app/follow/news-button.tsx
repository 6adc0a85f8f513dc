import { useEffect, useRef } from "react";
import { pressedOnce } from "../layout/pressed-once.ts";
import { useWords } from "../words/words.tsx";
import { useNews } from "./news.tsx";

/** Holds the list still under the visitor's finger, and says quietly how much others have changed meanwhile. */
export function NewsButton() {
  const { changes, coffees, show, hold } = useNews();
  const { follow } = useWords();
  const place = useRef<HTMLDivElement>(null);
  useEffect(hold, [hold]);
  const isNew = coffees !== undefined || changes.length > 0;
  return (
    <div ref={place} className="news" role="status" tabIndex={-1} {...pressedOnce}>
      {isNew && (
        <button
          type="button"
          onClick={() => {
            place.current?.focus({ preventScroll: true });
            show();
          }}
        >
          {coffees ? follow.newList : follow.news(changes.length)} · <span>{follow.show}</span>
        </button>
      )}
    </div>
  );
}
