import { startTransition, useEffect, useMemo, useState, type FocusEvent, type RefObject } from "react";
import type { Coffee } from "../../catalogue/coffee.ts";
import { chunkAround, chunkFrom, isClosed, isNear, piecesOf } from "./chunk-dom.ts";
import { coffeesInDocument } from "../list/coffees-in-document.ts";
import { inChunks, type Chunk } from "./split-into-chunks.ts";
import { chunkSize } from "../list/coffees-in-document.ts";
import { keptChunk } from "./scroll-position.ts";

type ShownChunk = Readonly<{
  number: number;
  coffees: Chunk;
  /** As cards, or else as words. */
  isWhole: boolean;
  /** Where words go before and an odd number of coffees: then the first card is none at the left. */
  isAtRight: boolean;
}>;

/** Neighbouring chunks; where one of them is whole, it is open. */
type Group = readonly ShownChunk[];

type Chunks = Readonly<{
  groups: readonly Group[];
  /** For the list's element. */
  onFocus: (event: FocusEvent) => void;
}>;

/** How many chunks are a group; coffees.css takes it for the height of one. */
const groupSize = 32;

/** In windows: how far around the one that is seen words turn into cards, and how far away cards turn back into words. */
const nearWindows = 1;
const farWindows = 2;

/**
 * The list in chunks. Whole cards are those near the view, those around the focus, so that the Tab key passes over none,
 * and for the same reason the first and the last. A short list is whole. docs/decisions/0014-big-catalogues.md
 * With each `turn` it is another list, which begins anew; as it changes at every key, fewer are whole at once.
 */
export function useChunks(coffees: readonly Coffee[], grid: RefObject<Element | null>, turn: number): Chunks {
  const [cut, setCut] = useState(() => ({ coffees, turn, chunks: inChunks(coffees, []) }));
  const isShort = coffees.length <= (turn > 0 ? chunkSize : coffeesInDocument);
  const [shown, setShown] = useState<readonly number[]>(() => {
    const first = keptChunk(cut.chunks.length);
    return isShort ? [...cut.chunks.keys()] : [first, first + 1];
  });
  if (cut.coffees !== coffees || cut.turn !== turn) {
    const isSame = cut.turn === turn && (turn === 0 || cut.coffees.length > chunkSize);
    setCut({ coffees, turn, chunks: inChunks(coffees, isSame ? cut.chunks : []) });
    if (cut.turn !== turn) setShown([0]);
  }
  const [focused, setFocused] = useState(-2);
  const [isSeen, setSeen] = useState(false);
  useEffect(() => startTransition(() => setSeen(true)), []);

  const { chunks } = cut;
  const groups = useMemo(() => {
    const isHeld = (number: number) =>
      Math.abs(number - focused) < 2 || (isSeen && (!number || number === chunks.length - 1));
    const isCards = (number: number) => isShort || shown.includes(number) || isHeld(number);
    const shownChunks = chunks.map((chunk, number) => {
      const isWhole = isCards(number);
      const isAtRight = isWhole && !isCards(number - 1) && chunks.slice(0, number).flat().length % 2 === 1;
      return { number, isWhole, isAtRight, coffees: chunk };
    });
    return Array.from({ length: Math.ceil(chunks.length / groupSize) }, (_, number) =>
      shownChunks.slice(number * groupSize, (number + 1) * groupSize),
    );
  }, [chunks, isShort, shown, focused, isSeen]);

  useEffect(() => {
    if (groups.flat().every(({ isWhole }) => isWhole)) return;
    const follow = (entries: readonly IntersectionObserverEntry[]) => {
      const near = entries.filter(({ isIntersecting }) => isIntersecting).flatMap(({ target }) => nearChunks(target));
      if (near.length === 0) return;
      const gone = farChunks(grid.current);
      const show = (come: readonly Element[]) =>
        setShown((before) => [...before.filter((number) => !gone.has(number)), ...come.map(chunkFrom)]);
      // After a jump the chunks in view are rendered first and at once. The next observer reports their neighbours.
      const inView = near.filter((chunk) => isNear(chunk, 0));
      if (inView.length > 0) show(inView);
      else startTransition(() => show(near));
    };
    const observer = new IntersectionObserver(follow, { rootMargin: `${nearWindows * 100}% 0%` });
    for (const piece of piecesOf(grid.current)) if (!piece.matches(".coffee-item")) observer.observe(piece);
    return () => observer.disconnect();
  }, [grid, groups]);

  const onFocus = ({ target }: FocusEvent) => startTransition(() => setFocused(chunkAround(target)));
  return { groups, onFocus };
}

/** A chunk's box itself; of a closed group, the boxes of its chunks that are near the view. */
function nearChunks(box: Element): readonly Element[] {
  return isClosed(box) ? [...box.children].filter((chunk) => isNear(chunk, nearWindows)) : [box];
}

/** The numbers of all chunks that are far from the view. */
function farChunks(grid: Element | null): ReadonlySet<number> {
  const starts = piecesOf(grid).filter((piece) => piece.hasAttribute("data-chunk"));
  const tops = starts.map((element) => element.getBoundingClientRect().top);
  const isFar = (_: unknown, index: number) =>
    (tops[index] ?? 0) > innerHeight * (1 + farWindows) || (tops[index + 1] ?? 0) < -innerHeight * farWindows;
  return new Set(starts.filter(isFar).map(chunkFrom));
}
