import { chunkAround } from "./chunk-around.ts";

/*
 * Home is shown again where it was left, on whatever way one comes back to it: the same coffee stands at the same height.
 * A number of pixels would not do, for what is far from the view is taken to be as tall as cards mostly are.
 */

type Place = Readonly<{
  scrolled: number;
  /** The uppermost card in view, by the address it leads to. */
  card: Readonly<{ href: string; top: number; chunk: number }> | undefined;
}>;

let kept: Place | undefined;

/** Notes the place, as home is left. */
export function keepPlace(grid: Element | null): void {
  const inView = [...(grid?.children ?? [])].find((item) => {
    const { top, bottom } = item.getBoundingClientRect();
    return bottom > 0 && top < innerHeight && item.querySelector(cardLink);
  });
  const href = inView?.querySelector(cardLink)?.getAttribute("href");
  const card =
    inView && href ? { href, top: inView.getBoundingClientRect().top, chunk: chunkAround(inView) } : undefined;
  kept = { scrolled: scrollY, card };
}

/** The next visit begins at the top. */
export function forgetPlace(): void {
  kept = undefined;
}

/** The chunk with which the list is shown again. */
export function keptChunk(): number {
  return kept?.card?.chunk ?? 0;
}

/** Scrolls to the place that was kept, where the list is shown. */
export function returnToPlace(): void {
  const grid = document.querySelector(".coffee-grid");
  if (!grid || !kept) return;
  const { scrolled, card } = kept;
  kept = undefined;
  const item = card && grid.querySelector(`${cardLink}[href="${CSS.escape(card.href)}"]`)?.closest("[role=listitem]");
  if (card && item) scrollBy(0, item.getBoundingClientRect().top - card.top);
  else scrollTo(0, scrolled);
}

const cardLink = ".action-view";
