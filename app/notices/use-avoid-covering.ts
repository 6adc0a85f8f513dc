import { useEffect, useLayoutEffect, useRef } from "react";

/** Moves the notices to the top of the window if they would cover the element that the visitor has just pressed. */
export function useAvoidPressed(region: React.RefObject<HTMLElement | null>, newest: number | undefined): void {
  const pressed = useRef<Element>(null);
  useEffect(() => {
    const listen = ({ target }: Event) => {
      if (target instanceof Element && !region.current?.contains(target)) pressed.current = target.closest("a, button");
    };
    document.addEventListener("click", listen, true);
    return () => document.removeEventListener("click", listen, true);
  }, [region]);
  useLayoutEffect(() => {
    const place = region.current;
    if (!place || newest === undefined) return;
    place.removeAttribute("data-at-top");
    const covered = place.getBoundingClientRect();
    const { top, bottom, left, right } = pressed.current?.getBoundingClientRect() ?? new DOMRect();
    const isBelow = bottom > covered.top && top < innerHeight;
    place.toggleAttribute("data-at-top", isBelow && right > covered.left && left < covered.right);
  }, [region, newest]);
}

/**
 * Adds space below the page for the notices, and scrolls an element focused with Tab out from under them (WCAG 2.4.11).
 */
export function useAvoidFocused(region: React.RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const place = region.current;
    if (!place) return;
    const room = new ResizeObserver(() => {
      const { height } = place.getBoundingClientRect();
      document.body.style.marginBottom = height > 0 ? `${height + 32}px` : "";
    });
    room.observe(place);
    const listen = ({ key }: KeyboardEvent) => {
      const focused = document.activeElement;
      if (key !== "Tab" || !focused || place.contains(focused)) return;
      const isCovered = () => {
        const { top, bottom } = focused.getBoundingClientRect();
        const covering = place.getBoundingClientRect();
        return bottom + 8 > covering.top && top - 8 < covering.bottom ? bottom + 8 - covering.top : 0;
      };
      if (isCovered()) place.removeAttribute("data-at-top");
      scrollBy({ top: isCovered(), behavior: "instant" });
    };
    document.addEventListener("keyup", listen);
    return () => {
      room.disconnect();
      document.removeEventListener("keyup", listen);
    };
  }, [region]);
}
