import { useEffect, useEffectEvent, useLayoutEffect, useState, type RefObject } from "react";
import { flushSync } from "react-dom";

type Fit = Readonly<{
  columns: number;
  /** A step of board.css, from the largest letters on. */
  size: number;
  pages: number;
}>;

/** The steps that board.css has. */
const sizes = 8;

/** How long a page is shown, which is enough to read it without haste. */
const pageMs = 14_000;
const fadeMs = 200;

/**
 * Fits a menu of columns into its sheet: the largest letters with which it is one page, or else the smallest, and as many
 * pages as it takes, shown in turn.
 */
export function useFit(sheet: RefObject<HTMLElement | null>, count: number): Fit & { page: number } {
  const [fit, setFit] = useState<Fit>(() => ({ columns: columnsFor(count, true), size: 3, pages: 1 }));
  const [turns, setTurns] = useState(0);
  const page = turns % fit.pages;

  const measure = useEffectEvent(() => {
    if (sheet.current) setFit(bestFit(sheet.current, count));
  });
  useEffect(() => {
    // At once and with each other window or size of letters; other words may take more room too, and so may a face that arrives.
    const window = new ResizeObserver(() => measure());
    const words = new MutationObserver(() => measure());
    window.observe(document.documentElement);
    if (sheet.current?.firstElementChild) window.observe(sheet.current.firstElementChild);
    if (sheet.current) words.observe(sheet.current, { subtree: true, childList: true, characterData: true });
    void document.fonts.ready.then(() => measure());
    return () => {
      window.disconnect();
      words.disconnect();
    };
  }, [sheet]);

  useLayoutEffect(() => {
    const element = sheet.current;
    element?.scrollTo({ left: page * pageWidth(element), behavior: "instant" });
  });

  useEffect(() => {
    if (fit.pages === 1) return;
    const timer = setInterval(() => void turnPage(sheet.current, () => setTurns((before) => before + 1)), pageMs);
    return () => clearInterval(timer);
  }, [sheet, fit.pages]);

  return { ...fit, page };
}

/** Few coffees stand in wide columns. */
function columnsFor(count: number, isWide: boolean): number {
  if (!isWide || count <= 8) return 2;
  return count <= 30 ? 3 : 4;
}

/** Tries the sizes on the board itself: as few pages as the smallest letters make, in the largest that make no more. */
function bestFit(sheet: HTMLElement, count: number): Fit {
  const columns = columnsFor(count, innerWidth > innerHeight);
  // Chromium 106 takes the height that a flexible box gives for none, and would balance the columns beyond it.
  sheet.style.maxHeight = "";
  sheet.style.maxHeight = `${sheet.getBoundingClientRect().height}px`;
  const fitAt = (size: number) => {
    sheet.parentElement?.setAttribute("data-columns", String(columns));
    sheet.parentElement?.setAttribute("data-size", String(size));
    // Widths are rounded to whole dots.
    return { columns, size, pages: Math.ceil((sheet.scrollWidth + gapOf(sheet) - 2) / pageWidth(sheet)) };
  };
  const smallest = fitAt(sizes - 1);
  for (let size = 0; size < smallest.size; size += 1) {
    const fit = fitAt(size);
    if (fit.pages === smallest.pages && !isCut(sheet)) return fit;
  }
  return fitAt(smallest.size);
}

/** Whether a name is too long for its place: by a line, and not by a sign that reaches out of it. */
function isCut(sheet: HTMLElement): boolean {
  return [...sheet.querySelectorAll("h3")].some(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight * 1.25);
}

function pageWidth(sheet: HTMLElement): number {
  return sheet.clientWidth + gapOf(sheet);
}

function gapOf(sheet: HTMLElement): number {
  return Number.parseFloat(getComputedStyle(sheet).columnGap) || 0;
}

/** Turns the page unseen: it fades away, and the next one comes. */
async function turnPage(sheet: HTMLElement | null, next: () => void): Promise<void> {
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const timing = { duration: isStill ? 0 : fadeMs, fill: "forwards" } as const;
  const leaving = sheet?.animate({ opacity: 0 }, timing);
  await leaving?.finished;
  flushSync(next);
  sheet?.animate({ opacity: [0, 1] }, timing);
  leaving?.cancel();
}
