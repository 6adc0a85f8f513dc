import { cardsOf } from "./chunk-around.ts";

/*
 * How a card leaves: it folds, and the cards after it close the gap. Only opacity and transform move, and nothing at all
 * for those who ask for stillness.
 */

const stillness = "(prefers-reduced-motion: reduce)";

/** Resolves once `card` has folded away; the card itself is still in the document. */
export async function foldAway(card: Element): Promise<void> {
  if (matchMedia(stillness).matches) return;
  const end = { opacity: 0, transform: "perspective(60rem) rotateX(-70deg) scale(0.96)" };
  await card.animate(end, { ...timingOf(), fill: "forwards" }).finished;
}

/** Notes where the cards of the list are; the function it gives lets those in view that have moved since then slide to their new place. */
export function closeGap(grid: Element | null): () => void {
  if (matchMedia(stillness).matches) return () => {};
  // Asked for now: between the animations that begin, each time all styles would be made anew.
  const timing = timingOf();
  const before = new Map(cardsOf(grid).map((card) => [card, card.getBoundingClientRect()]));
  return () => {
    const places = cardsOf(grid).map((card) => ({ card, from: before.get(card), to: card.getBoundingClientRect() }));
    for (const { card, from, to } of places) {
      if (!from || (from.x === to.x && from.y === to.y) || (isOutOfView(from) && isOutOfView(to))) continue;
      card.animate({ transform: [`translate(${from.x - to.x}px, ${from.y - to.y}px)`, "none"] }, timing);
    }
  };
}

function isOutOfView({ top, bottom }: DOMRect): boolean {
  return bottom < 0 || top > innerHeight;
}

function timingOf(): { duration: number; easing: string } {
  const tokens = getComputedStyle(document.documentElement);
  return {
    duration: milliseconds(tokens.getPropertyValue("--time-fold")),
    easing: tokens.getPropertyValue("--ease-soft"),
  };
}

/** The build writes 160ms as .16s. */
function milliseconds(time: string): number {
  return Number.parseFloat(time) * (time.endsWith("ms") ? 1 : 1_000);
}
