import { startTransition, useCallback, useEffect, useMemo, useRef, useState, type FocusEvent } from "react";
import type { Coffee } from "../../catalogue/coffee.ts";
import { chunkAround, chunkFrom } from "./chunk-around.ts";
import { coffeesInDocument } from "./coffees-in-document.ts";
import { inChunks, type Chunk } from "./in-chunks.ts";
import { keptChunk } from "./place-in-list.ts";

type ShownChunk = Readonly<{
  number: number;
  coffees: Chunk;
  /** As cards, or else as words. */
  isWhole: boolean;
  /** Where words go before and an odd number of coffees: then the first card is none at the left. */
  isAtRight: boolean;
}>;

type Chunks = Readonly<{
  chunks: readonly ShownChunk[];
  /** Watches the box of a chunk's words come near; gives what ends that. */
  watch: (box: Element) => () => void;
  /** For the list's element. */
  onFocus: (event: FocusEvent) => void;
}>;

/** How many chunks are filled with words at once: few, so that no visitor waits for them. */
const filledAtOnce = 10;

/** In windows: how far around the one that is seen words turn into cards, and how far away cards turn back into words. */
const near = 1;
const far = 2;

/**
 * The list in chunks. Whole cards are those near the view, those around the focus, so that the Tab key passes over none,
 * and for the same reason the first and the last. A short list is whole. docs/decisions/0014-big-catalogues.md
 */
export function useChunks(coffees: readonly Coffee[]): Chunks {
  const [cut, setCut] = useState(() => ({ coffees, chunks: inChunks(coffees, []) }));
  if (cut.coffees !== coffees) setCut({ coffees, chunks: inChunks(coffees, cut.chunks) });
  const count = cut.chunks.length;
  const isShort = coffees.length <= coffeesInDocument;
  const [shown, setShown] = useState<readonly number[]>(() =>
    isShort ? [...cut.chunks.keys()] : [keptChunk(), keptChunk() + 1],
  );
  const [focused, setFocused] = useState(-2);
  const [filled, setFilled] = useState(0);

  useEffect(() => {
    if (filled < count) startTransition(() => setFilled((chunks) => chunks + filledAtOnce));
  }, [filled, count]);

  const observer = useRef<IntersectionObserver>(undefined);
  const watch = useCallback((box: Element) => {
    const follow = (entries: readonly IntersectionObserverEntry[]) => {
      const come = entries.filter(({ isIntersecting }) => isIntersecting).map(({ target }) => chunkFrom(target));
      if (come.length === 0) return;
      const gone = farChunks(entries[0]?.target.parentElement);
      startTransition(() => setShown((before) => [...before.filter((number) => !gone.has(number)), ...come]));
    };
    observer.current ??= new IntersectionObserver(follow, { rootMargin: `${near * 100}% 0%` });
    observer.current.observe(box);
    return () => observer.current?.unobserve(box);
  }, []);

  const chunks = useMemo(() => {
    const isHeld = (number: number) =>
      Math.abs(number - focused) <= 1 || (filled > 0 && (number === 0 || number === count - 1));
    const isCards = (number: number) => isShort || shown.includes(number) || isHeld(number);
    return cut.chunks.map((chunk, number) => {
      const isWhole = isCards(number);
      return {
        number,
        isWhole,
        isAtRight: isWhole && !isCards(number - 1) && isOdd(cut.chunks.slice(0, number)),
        coffees: isWhole || number < filled ? chunk : none,
      };
    });
  }, [cut, count, isShort, shown, focused, filled]);
  const onFocus = ({ target }: FocusEvent) => startTransition(() => setFocused(chunkAround(target)));
  return { chunks, watch, onFocus };
}

const none: Chunk = [];

function isOdd(chunks: readonly Chunk[]): boolean {
  return chunks.flat().length % 2 === 1;
}

/** The numbers of all chunks that are far from the view. */
function farChunks(grid: Element | null | undefined): ReadonlySet<number> {
  const starts = [...(grid?.children ?? [])].filter((element) => element.hasAttribute("data-chunk"));
  const tops = starts.map((element) => element.getBoundingClientRect().top);
  const isFar = (_: unknown, index: number) =>
    (tops[index] ?? 0) > innerHeight * (1 + far) || (tops[index + 1] ?? 0) < -innerHeight * far;
  return new Set(starts.filter(isFar).map(chunkFrom));
}
