import { cardsOf, chunkAround, isNear } from "./chunk-around.ts";

/*
 * Home is shown again where it was left, on whatever way one comes back to it: the same coffee stands at the same height.
 * A number of pixels would not do, for what is far from the view is taken to be as tall as cards mostly are.
 */

type Place = Readonly<{
  scrolled: number;
  /** Of the uppermost card in view: where its first link leads to, the link's top in the window, and its chunk. */
  href: string | null | undefined;
  top: number;
  chunk: number;
  /** Where the link leads to that was pressed, if one of the list was. */
  pressed: string | null | undefined;
}>;

let kept: Place | undefined;

/** Notes the place, as home is left: while all of it still stands. */
export function keepPlace(): void {
  const card = cardsOf(document.querySelector(".coffee-grid")).find((item) => isNear(item, 0));
  const link = card?.querySelector("a");
  const pressed = document.activeElement?.closest(".coffee-item a");
  kept = {
    scrolled: scrollY,
    href: link?.getAttribute("href"),
    top: link?.getBoundingClientRect().top ?? 0,
    chunk: chunkAround(card),
    pressed: pressed?.getAttribute("href"),
  };
}

/** The chunk with which the list is shown again. */
export function keptChunk(): number {
  return kept?.chunk ?? 0;
}

/** Focuses the link in the list over which home was left; tells whether there is one. */
export function returnFocus(): boolean {
  const link = kept?.pressed && linkTo(kept.pressed);
  if (!link) return false;
  link.focus({ preventScroll: true });
  return true;
}

function linkTo(href: string): HTMLElement | null {
  return document.querySelector(`.coffee-item a[href="${CSS.escape(href)}"]`);
}

/** Scrolls to the place that was kept. */
export function returnToPlace(): void {
  if (!kept) return;
  const { scrolled, href, top } = kept;
  const link = href && linkTo(href);
  if (!link) return scrollTo(0, scrolled);
  const align = () => scrollBy(0, link.getBoundingClientRect().top - top);
  align();
  // Once more before anything is seen: the cards above it, laid out at last, may be taller than they were taken to be.
  const observer = new ResizeObserver(() => {
    align();
    observer.disconnect();
  });
  observer.observe(link);
}
