import { useEffect, useRef } from "react";
import { useRevalidate, useRootData } from "../shop/shop-router.tsx";
import type { Answer } from "../calls/product-server.ts";

/** Before each time that the browser asks; after the last it gives up. */
const pausesMs = [0, 2_000, 8_000];

/**
 * Asks another product server again for a page's coffee after a call that got no reply. A document waits for 3 seconds
 * only, and the specification's page for as long as the reply takes; it may also be that the server is just starting.
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
