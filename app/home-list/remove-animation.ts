import { prefersReducedMotion, timing } from "../layout/animation.ts";
import { cardsOf } from "./windowing/chunk-dom.ts";

/*
 * Animates a deleted card: a copy folds away while the next cards close the gap. The card itself is removed at once.
 * Only opacity and transform are animated, and nothing with prefers-reduced-motion.
 */

/** Copies an item of the list. Returns a function that animates the copy at the item's old place. */
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

/** Measures the cards of the list. Returns a function that slides cards in view from there to their new positions. */
export function closeGap(grid: Element | null): () => void {
  if (prefersReducedMotion()) return () => {};
  // Read once here: reading it between two animations would recompute all styles each time.
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
