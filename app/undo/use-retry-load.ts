import { useEffect, useRef } from "react";
import { useRevalidate, useRootData } from "../shop/shop-router.tsx";
import type { Answer } from "../calls/product-server.ts";

/** The pauses before each retry. */
const pausesMs = [0, 2_000, 8_000];

/**
 * Loads a page's coffee again if another product server did not reply. The document waited for only 3 seconds, and that
 * server may be slow or just starting.
 */
export function useRetryLoad(answer: Answer<unknown>): void {
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
