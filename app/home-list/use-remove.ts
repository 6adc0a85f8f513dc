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

/** Other servers say so of a coffee that was not there any more: then nothing was kept. */
export function isGone({ status }: Failure): boolean {
  return status === 404 || status === 410;
}

type Remove = (coffee: Coffee, item: Element) => Promise<void>;

/** Deletes a coffee and its item in the list. The function stays the same, so that no card is rendered anew. */
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

/** Whoever deletes by keyboard goes on from the card that moves up, and never falls back to the top of the page. */
function nextFocusTarget(grid: HTMLElement | null): () => void {
  const cards = renderedItems(grid);
  const place = cards.findIndex((card) => card.contains(document.activeElement));
  return () => {
    if (cards[place]?.isConnected ?? true) return;
    const near = [cards[place + 1], cards[place - 1]].map((card) => card?.querySelector("button"));
    (near[0] ?? near[1] ?? grid?.closest("section")?.querySelector("a"))?.focus();
  };
}
