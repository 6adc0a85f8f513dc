import { prefersReducedMotion, timing } from "../layout/animation.ts";
import { cardsOf } from "./windowing/chunk-dom.ts";

/*
 * How a card leaves: it folds, while the cards after it close the gap. What folds is a copy, so that the card itself is
 * gone at once. Only opacity and transform move, and nothing at all for those who ask for stillness.
 */

/** Copies an item of the list. Returns a function that folds the copy away at the item's old place. */
export function removeAnimation(grid: Element | null, item: Element): () => void {
  if (!grid || prefersReducedMotion()) return () => {};
  const [{ left, width }, card] = [grid.getBoundingClientRect(), item.getBoundingClientRect()];
  const copy = document.createElement("div");
  copy.style.cssText = `margin-left:${card.left - left}px;width:${card.width}px`;
  copy.append(item.cloneNode(true));
  // Container queries style a card by the width of its list.
  const list = document.createElement("div");
  list.className = `${grid.className} is-leaving`;
  list.style.cssText = `left:${left}px;top:${card.top}px;width:${width}px;--card-width:${card.width}px`;
  list.setAttribute("inert", "");
  list.setAttribute("aria-hidden", "true");
  list.append(copy);
  const end = { opacity: 0, transform: "perspective(60rem) rotateX(-70deg) scale(0.96)" };
  return () => {
    document.body.append(list);
    copy.animate(end, { ...timing("--time-fold"), fill: "forwards" }).onfinish = () => list.remove();
  };
}

/** Notes where the cards of the list are; the function it gives lets those in view that have moved since then slide to their new place. */
export function closeGap(grid: Element | null): () => void {
  if (prefersReducedMotion()) return () => {};
  // Asked for now: between the animations that begin, each time all styles would be made anew.
  const time = timing("--time-fold");
  const before = new Map(cardsOf(grid).map((card) => [card, card.getBoundingClientRect()]));
  return () => {
    const places = cardsOf(grid).map((card) => ({ card, from: before.get(card), to: card.getBoundingClientRect() }));
    for (const { card, from, to } of places) {
      if (!from || (from.x === to.x && from.y === to.y) || (isOutOfView(from) && isOutOfView(to))) continue;
      card.animate({ transform: [`translate(${from.x - to.x}px, ${from.y - to.y}px)`, "none"] }, time);
    }
  };
}

function isOutOfView({ top, bottom }: DOMRect): boolean {
  return bottom < 0 || top > innerHeight;
}
