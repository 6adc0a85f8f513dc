import { useEffect, useEffectEvent, useRef } from "react";
import { useNotify, useWithdraw } from "../notices/notices.tsx";
import { useWords } from "../words/words.tsx";
import { failureText, type Answer, type Failure } from "../calls/product-server.ts";
import { timeAgo } from "../coffee/text/time-ago.ts";
import { useUndoNotices } from "./use-undo.ts";

/** Shows a notice if the page's coffee did not load, with a Restore button if it was deleted. */
export function useLoadNotice(answer: Answer<unknown>): void {
  const notify = useNotify();
  const { undo } = useUndoNotices();
  const words = useWords();
  const { notices } = words;
  const notifyFailure = useEffectEvent((failure: Failure) => {
    const { deleted } = failure;
    if (deleted) {
      notify({
        title: notices.deletedWhen(timeAgo(deleted.time, words)),
        advice: notices.bringBack,
        action: { label: notices.restore, act: () => void undo("delete", deleted.change) },
        isOfPage: true,
      });
    } else {
      notify({
        title: notices.notLoaded,
        words: failureText(failure, words.language),
        advice: notices.goHome,
        isOfPage: true,
      });
    }
  });
  const withdraw = useWithdraw();
  const reported = useRef("");
  // After a remount, as in strict mode, the notice is shown again, because unmounting removed it.
  useEffect(
    () => () => {
      reported.current = "";
    },
    [],
  );
  useEffect(() => {
    const before = reported.current;
    reported.current = answer.ok ? "" : JSON.stringify(answer.failure);
    if (before && answer.ok) withdraw();
    if (!answer.ok && reported.current !== before) notifyFailure(answer.failure);
  }, [answer, withdraw]);
}
