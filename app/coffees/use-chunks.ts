import {
  startTransition,
  useCallback,
  useDeferredValue,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type FocusEvent,
  type RefObject,
} from "react";
import { flushSync } from "react-dom";
import type { Coffee } from "../../catalogue/coffee.ts";
import { chunkAround, chunkFrom } from "./chunk-around.ts";
import { chunkSize, coffeesInDocument } from "./coffees-in-document.ts";
import { keepPlace, keptChunk } from "./place-in-list.ts";

/** Neighbours in the list, as cards or as words. */
type Chunk = Readonly<{ number: number; isWhole: boolean; coffees: readonly Coffee[] }>;

type Chunks = Readonly<{
  chunks: readonly Chunk[];
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
export function useChunks(coffees: readonly Coffee[], grid: RefObject<HTMLElement | null>): Chunks {
  const count = Math.ceil(coffees.length / chunkSize);
  const isShort = coffees.length <= coffeesInDocument;
  const [shown, setShown] = useState<readonly number[]>(() =>
    isShort ? [...Array(coffeesInDocument / chunkSize).keys()] : [keptChunk(), keptChunk() + 1],
  );
  const [focused, setFocused] = useState(-2);
  const [filled, setFilled] = useState(0);
  // What is far from the view follows a change a moment later.
  const settled = useDeferredValue(coffees);

  useEffect(() => {
    if (filled < count) startTransition(() => setFilled((chunks) => chunks + filledAtOnce));
  }, [filled, count]);

  useEffect(() => {
    const fill = () => flushSync(() => setFilled(Infinity));
    window.addEventListener("beforeprint", fill);
    return () => window.removeEventListener("beforeprint", fill);
  }, []);

  useLayoutEffect(() => {
    const list = grid.current;
    return () => keepPlace(list);
  }, [grid]);

  const observer = useRef<IntersectionObserver>(undefined);
  const watch = useCallback(
    (box: Element) => {
      const follow = (entries: readonly IntersectionObserverEntry[]) => {
        const come = entries.filter(({ isIntersecting }) => isIntersecting).map(({ target }) => chunkFrom(target));
        if (come.length === 0) return;
        const gone = farChunks(grid.current);
        startTransition(() => setShown((before) => [...before.filter((number) => !gone.has(number)), ...come]));
      };
      observer.current ??= new IntersectionObserver(follow, { rootMargin: `${near * 100}% 0%` });
      observer.current.observe(box);
      return () => observer.current?.unobserve(box);
    },
    [grid],
  );

  const chunks = useMemo(() => {
    const isEnd = (number: number) => filled > 0 && (number === 0 || number === count - 1);
    return Array.from({ length: count }, (_, number) => {
      const isWhole = isShort || shown.includes(number) || Math.abs(number - focused) <= 1 || isEnd(number);
      const from = isWhole ? coffees : number < filled ? settled : [];
      return { number, isWhole, coffees: from.slice(number * chunkSize, (number + 1) * chunkSize) };
    });
  }, [coffees, settled, count, isShort, shown, focused, filled]);
  const onFocus = useCallback(({ target }: FocusEvent) => setFocused(chunkAround(target)), []);
  return { chunks, watch, onFocus };
}

/** The numbers of all chunks that are far from the view. */
function farChunks(grid: HTMLElement | null): ReadonlySet<number> {
  const starts = [...(grid?.children ?? [])].filter((element) => element.hasAttribute("data-chunk"));
  const tops = starts.map((element) => element.getBoundingClientRect().top);
  const isFar = (_: unknown, index: number) =>
    (tops[index] ?? 0) > innerHeight * (1 + far) || (tops[index + 1] ?? 0) < -innerHeight * far;
  return new Set(starts.filter(isFar).map(chunkFrom));
}
