import { useCallback, useLayoutEffect, useRef, type RefObject } from "react";
import { flushSync } from "react-dom";
import type { Coffee } from "../../catalogue/coffee.ts";
import { useNotify } from "../notices/notices.tsx";
import { useWords } from "../words/words.tsx";
import { browserProductServer } from "../calls/browser-product-server.ts";
import { shortName } from "../coffee/text/display-name.ts";
import { renderedItems } from "./windowing/chunk-dom.ts";
import { useListChanges } from "../list/coffee-list.tsx";
import { closeGap, removeAnimation } from "./remove-animation.ts";
import { failureText, type Failure } from "../calls/product-server.ts";
import { useUndoNotices } from "../undo/use-undo.ts";

/** Whether the coffee no longer existed on the server, as other servers report with 404 or 410. */
export function isGone({ status }: Failure): boolean {
  return status === 404 || status === 410;
}

type Remove = (coffee: Coffee, item: Element) => Promise<void>;

/**
 * Returns a function that deletes a coffee and its list item. The function never changes, so that cards need not
 * re-render.
 */
export function useRemove(grid: RefObject<HTMLElement | null>): Remove {
  const { record, putBack } = useListChanges();
  const notify = useNotify();
  const { offerUndo } = useUndoNotices();
  const words = useWords();
  const { notices } = words;

  const remove: Remove = async ({ _id, name }, item) => {
    const answer = await browserProductServer().remove(_id);
    const coffeeName = shortName(name, words);
    if (!answer.ok && answer.failure.status === undefined) {
      notify({
        ...(answer.failure.isOffline
          ? { title: notices.notDeletedOffline(coffeeName) }
          : { title: notices.unknownDelete(coffeeName), words: failureText(answer.failure, words.language) }),
        advice: notices.stillListed,
      });
      return;
    }
    const animateRemoval = removeAnimation(grid.current, item);
    const focusNext = nextFocusTarget(grid.current);
    const animateGap = closeGap(grid.current);
    flushSync(() => record({ kind: "delete", id: _id, number: answer.ok ? answer.value.change : undefined }));
    focusNext();
    animateGap();
    animateRemoval();
    if (answer.ok) offerUndo("delete", answer.value.change, name);
    if (!answer.ok && !isGone(answer.failure)) {
      notify({
        title: notices.serverKept(coffeeName),
        words: failureText(answer.failure, words.language),
        advice: notices.goneHere,
        action: { label: notices.putBack, act: () => putBack(_id) },
      });
    }
  };
  const latest = useRef(remove);
  useLayoutEffect(() => {
    latest.current = remove;
  });
  return useCallback((coffee, item) => latest.current(coffee, item), []);
}

/** After a delete by keyboard, moves the focus to the next card, so that it does not jump to the top of the page. */
function nextFocusTarget(grid: HTMLElement | null): () => void {
  const cards = renderedItems(grid);
  const place = cards.findIndex((card) => card.contains(document.activeElement));
  return () => {
    if (cards[place]?.isConnected ?? true) return;
    const near = [cards[place + 1], cards[place - 1]].map((card) => card?.querySelector("button"));
    (near[0] ?? near[1] ?? grid?.closest("section")?.querySelector("a"))?.focus();
  };
}
