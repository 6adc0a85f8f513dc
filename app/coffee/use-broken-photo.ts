import { useEffect, useState } from "react";

/** When a page asks again for a copy that the shop could not send: it may still be fetching the photo. */
const retryAfterMs = [3_000, 6_000, 12_000, 24_000];

type Broken = Readonly<{ source: string; times: number; isTriedAgain: boolean }>;

/**
 * Whether the photo at a source failed to load, and a callback for when it fails. A copy is tried again a few times;
 * meanwhile it is not broken.
 */
export function useBrokenPhoto(source: string | undefined, isCopied: boolean) {
  const [broken, setBroken] = useState<Broken>();
  const isBroken = source !== undefined && broken?.source === source && !broken.isTriedAgain;
  const delay = isBroken && isCopied ? retryAfterMs[broken.times - 1] : undefined;
  useEffect(() => {
    if (delay === undefined) return;
    const tryAgain = () => setBroken((before) => before && { ...before, isTriedAgain: true });
    const timer = setTimeout(tryAgain, delay);
    return () => clearTimeout(timer);
  }, [delay]);
  const onBroken = () => {
    if (source === undefined) return;
    setBroken((before) => ({
      source,
      times: before?.source === source ? before.times + 1 : 1,
      isTriedAgain: false,
    }));
  };
  return { isBroken, onBroken };
}
