import { useEffect, type RefObject } from "react";

/** Loads type-price.ts when wanted, and corrects prices typed within an element. */
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
