import { useEffect, useEffectEvent, useRef } from "react";
import { useNotify, useWithdraw } from "../notices/notices.tsx";
import { useWords } from "../words/words.tsx";
import { failureText, type Answer, type Failure } from "../calls/product-server.ts";
import { timeAgo } from "../coffee/text/time-ago.ts";
import { useUndoNotices } from "./use-undo.ts";
import { useRevalidate, useRootData } from "../shop/shop-router.tsx";

/**
 * Shows a notice if the page's coffee did not load, with a Restore button if it was deleted. Loads it again if another
 * product server did not reply.
 */
export function useLoadNotice(answer: Answer<unknown>): void {
  useRetries(answer);
  const notify = useNotify();
  const { undo } = useUndoNotices();
  const words = useWords();
  const { notices } = words;
  const notifyFailure = useEffectEvent((failure: Failure) => {
    const { deleted } = failure;
    notify({
      ...(deleted
        ? {
            title: notices.deletedWhen(timeAgo(deleted.time, words)),
            advice: notices.bringBack,
            action: { label: notices.restore, act: () => void undo("delete", deleted.change) },
          }
        : { title: notices.notLoaded, words: failureText(failure, words.language), advice: notices.goHome }),
      isOfPage: true,
    });
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

/** The pauses before each retry. */
const pausesMs = [0, 2_000, 8_000];

/**
 * Loads the coffee again if another product server did not reply: the document waited for only 3 seconds, and that
 * server may be slow or just starting.
 */
function useRetries(answer: Answer<unknown>): void {
  const isElsewhere = useRootData()?.settings.productServerUrl !== "";
  const revalidate = useRevalidate();
  const retries = useRef(0);
  useEffect(() => {
    if (answer.ok) retries.current = 0;
    const pauseMs = pausesMs[retries.current];
    if (!isElsewhere || answer.ok || answer.failure.status !== undefined || pauseMs === undefined) return;
    const timer = setTimeout(() => {
      retries.current += 1;
      void revalidate();
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [answer, isElsewhere, revalidate]);
}
