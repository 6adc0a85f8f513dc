import { useEffect, type RefObject } from "react";

/** Helps to type prices within an element, as type-price.ts says, which comes when it is wanted. */
export function useTypedPrices(place: RefObject<HTMLElement | null>, isWanted: boolean, complaint?: string): void {
  useEffect(() => {
    const element = place.current;
    if (!element || !isWanted) return;
    const controller = new AbortController();
    const help = async () =>
      (await import("./type-price.ts")).correctTypedPrices(element, controller.signal, complaint);
    help().catch(() => {});
    return () => controller.abort();
  }, [place, isWanted, complaint]);
}
