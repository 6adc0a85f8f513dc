import { useEffect, type RefObject } from "react";
import type { helpTypePrices } from "./type-price.ts";

/** Helps to type prices within an element, as type-price.ts says; `help` may come late, and without it nothing is refused. */
export function useTypedPrices(
  place: RefObject<HTMLElement | null>,
  isWanted: boolean,
  help: (...given: Parameters<typeof helpTypePrices>) => void,
  complaint?: string,
): void {
  useEffect(() => {
    const element = place.current;
    if (!element || !isWanted) return;
    const ending = new AbortController();
    help(element, ending.signal, complaint);
    return () => ending.abort();
  }, [place, isWanted, help, complaint]);
}
