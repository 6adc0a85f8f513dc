import { useEffect, useEffectEvent, useRef } from "react";
import { useNotify, useWithdraw } from "../notices/notices.tsx";
import type { Answer, Failure } from "./product-server.ts";
import { timeAgo } from "./time-ago.ts";
import { useUndoNotices } from "./use-undo.ts";

/** A page whose coffee did not load shows blanks; this adds the words that say why, and brings back what was deleted. */
export function useLoadNotice(answer: Answer<unknown>): void {
  const notify = useNotify();
  const { undo } = useUndoNotices();
  const tell = useEffectEvent(({ deleted, words }: Failure) => {
    if (deleted) {
      notify({
        title: `This coffee was deleted ${timeAgo(deleted.time)}.`,
        advice: "You can bring it back.",
        action: { label: "Restore", act: () => void undo("delete", deleted.change) },
        isOfPage: true,
      });
    } else {
      const advice = "Go back to home for the coffees there are.";
      notify({ title: "This coffee could not be loaded.", words, advice, isOfPage: true });
    }
  });
  const withdraw = useWithdraw();
  const told = useRef("");
  // A page that is taken away and put back, as strict mode does it in development, tells again what left with it.
  useEffect(
    () => () => {
      told.current = "";
    },
    [],
  );
  useEffect(() => {
    const before = told.current;
    told.current = answer.ok ? "" : JSON.stringify(answer.failure);
    if (before && answer.ok) withdraw();
    if (!answer.ok && told.current !== before) tell(answer.failure);
  }, [answer, withdraw]);
}
