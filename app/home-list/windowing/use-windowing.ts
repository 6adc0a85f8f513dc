import { startTransition, useEffect, useMemo, useState, type FocusEvent, type RefObject } from "react";
import type { Coffee } from "../../../catalogue/coffee.ts";
import { chunkNumberOf, chunkNumberAt, isClosed, isNear, renderedItems } from "./chunk-dom.ts";
import { chunkSize, coffeesInDocument } from "../../list/coffees-in-document.ts";
import { splitIntoChunks, type Chunk } from "./split-into-chunks.ts";
import { savedChunk } from "../scroll-position.ts";

type RenderedChunk = Readonly<{
  number: number;
  coffees: Chunk;
  /** Whether the chunk is rendered as cards, not as text. */
  isWhole: boolean;
  /** Whether the first card belongs in the right column: after text, with an odd number of coffees before it. */
  isAtRight: boolean;
}>;

/**
 * Chunks per group. coffees.css estimates a group's height from this number. A group is open if one of its chunks is
 * rendered as cards.
 */
const groupSize = 32;

/** Distances from the view, in window heights: where text becomes cards, and where cards become text again. */
const nearWindows = 1;
const farWindows = 2;

/**
 * Splits the list into chunks, and renders as cards only those near the view or the focus, and the first and last, so
 * that the Tab key reaches every card. A short list has cards only. docs/decisions/0014-big-catalogues.md A new `turn`
 * means new search results, which start again with one chunk.
 */
export function useWindowing(coffees: readonly Coffee[], grid: RefObject<Element | null>, turn: number) {
  const [split, setSplit] = useState(() => ({ coffees, turn, chunks: splitIntoChunks(coffees, []) }));
  const isShort = coffees.length <= (turn > 0 ? chunkSize : coffeesInDocument);
  const [visible, setVisible] = useState<readonly number[]>(() => {
    const first = savedChunk(split.chunks.length);
    return isShort ? [...split.chunks.keys()] : [first, first + 1];
  });
  if (split.coffees !== coffees || split.turn !== turn) {
    const isSame = split.turn === turn && (turn === 0 || split.coffees.length > chunkSize);
    setSplit({ coffees, turn, chunks: splitIntoChunks(coffees, isSame ? split.chunks : []) });
    if (split.turn !== turn) setVisible([0]);
  }
  const [focused, setFocused] = useState(-2);
  const [isMounted, setMounted] = useState(false);
  useEffect(() => startTransition(() => setMounted(true)), []);

  const { chunks } = split;
  const groups = useMemo(() => {
    const isPinned = (number: number) =>
      Math.abs(number - focused) < 2 || (isMounted && (!number || number === chunks.length - 1));
    const isCards = (number: number) => isShort || visible.includes(number) || isPinned(number);
    const shownChunks = chunks.map((chunk, number): RenderedChunk => {
      const isWhole = isCards(number);
      const isAtRight = isWhole && !isCards(number - 1) && chunks.slice(0, number).flat().length % 2 === 1;
      return { number, isWhole, isAtRight, coffees: chunk };
    });
    return Array.from({ length: Math.ceil(chunks.length / groupSize) }, (_, number) =>
      shownChunks.slice(number * groupSize, (number + 1) * groupSize),
    );
  }, [chunks, isShort, visible, focused, isMounted]);

  useEffect(() => {
    if (groups.flat().every(({ isWhole }) => isWhole)) return;
    const follow = (entries: readonly IntersectionObserverEntry[]) => {
      const near = entries.filter(({ isIntersecting }) => isIntersecting).flatMap(({ target }) => nearChunks(target));
      if (near.length === 0) return;
      const far = farChunks(grid.current);
      const show = (arriving: readonly Element[]) =>
        setVisible((before) => [...before.filter((number) => !far.has(number)), ...arriving.map(chunkNumberAt)]);
      // After a jump, chunks in view are rendered first, synchronously. The next observer reports their neighbours.
      const inView = near.filter((chunk) => isNear(chunk, 0));
      if (inView.length > 0) show(inView);
      else startTransition(() => show(near));
    };
    const observer = new IntersectionObserver(follow, { rootMargin: `${nearWindows * 100}% 0%` });
    for (const piece of renderedItems(grid.current)) if (!piece.matches(".coffee-item")) observer.observe(piece);
    return () => observer.disconnect();
  }, [grid, groups]);

  const onFocus = ({ target }: FocusEvent) => startTransition(() => setFocused(chunkNumberOf(target)));
  return { groups, onFocus };
}

/** The placeholder itself, or for a closed group those of its chunks that are near the view. */
function nearChunks(box: Element): readonly Element[] {
  return isClosed(box) ? [...box.children].filter((chunk) => isNear(chunk, nearWindows)) : [box];
}

/** The numbers of chunks far from the view. */
function farChunks(grid: Element | null): ReadonlySet<number> {
  const starts = renderedItems(grid).filter((piece) => piece.hasAttribute("data-chunk"));
  const tops = starts.map((element) => element.getBoundingClientRect().top);
  const isFar = (_: unknown, index: number) =>
    (tops[index] ?? 0) > innerHeight * (1 + farWindows) || (tops[index + 1] ?? 0) < -innerHeight * farWindows;
  return new Set(starts.filter(isFar).map(chunkNumberAt));
}
