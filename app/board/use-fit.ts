import { useEffect, useEffectEvent, useLayoutEffect, useState, type RefObject } from "react";
import { flushSync } from "react-dom";

type Fit = Readonly<{ columns: number; pages: number }>;

/** Letter sizes in vmin, the largest first. board.css has one of them for a board that is not measured yet. */
const sizes = [8, 6.6, 5.5, 4.6, 3.9, 3.3, 2.9, 2.5];

/** How long the board shows a page. */
const pageMs = 14_000;
const fadeMs = 200;

/**
 * Chooses columns, letter size and number of pages for the board: the largest letters that fit one page, or the
 * smallest letters and several pages. Also turns the pages.
 */
export function useFit(sheet: RefObject<HTMLElement | null>, count: number): Fit & { page: number } {
  const [fit, setFit] = useState<Fit>(() => ({ columns: columnsFor(count, true), pages: 1 }));
  const [turns, setTurns] = useState(0);
  const page = turns % fit.pages;

  const measure = useEffectEvent(() => {
    if (sheet.current) setFit(bestFit(sheet.current, count));
  });
  useEffect(() => {
    // Measures now, and again whenever the window, the root font size, the text or a web font changes.
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

function columnsFor(count: number, isWide: boolean): number {
  if (!isWide || count <= 8) return 2;
  return count <= 30 ? 3 : 4;
}

/** Tries the sizes on the board itself, and takes the largest that needs no more pages than the smallest. */
function bestFit(sheet: HTMLElement, count: number): Fit {
  const columns = columnsFor(count, innerWidth > innerHeight);
  // Chromium 106 ignores the height from flexbox when it balances columns, so the height is set in pixels.
  sheet.style.maxHeight = "";
  sheet.style.maxHeight = `${sheet.getBoundingClientRect().height}px`;
  const fitAt = (size: number) => {
    sheet.parentElement?.setAttribute("data-columns", String(columns));
    sheet.style.fontSize = `${size}vmin`;
    // The 2 pixels allow for rounded widths.
    return { columns, pages: Math.ceil((sheet.scrollWidth + gapOf(sheet) - 2) / pageWidth(sheet)) };
  };
  const smallest = Math.min(...sizes);
  const { pages } = fitAt(smallest);
  for (const size of sizes) {
    const fit = fitAt(size);
    if (fit.pages === pages && !isCut(sheet)) return fit;
  }
  return fitAt(smallest);
}

/** Whether a name is cut off by at least a line. A mark that overflows a little does not count. */
function isCut(sheet: HTMLElement): boolean {
  return [...sheet.querySelectorAll("h3")].some(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight * 1.25);
}

function pageWidth(sheet: HTMLElement): number {
  return sheet.clientWidth + gapOf(sheet);
}

function gapOf(sheet: HTMLElement): number {
  return Number.parseFloat(getComputedStyle(sheet).columnGap) || 0;
}

/** Fades the page out, scrolls to the next one, and fades that in. */
async function turnPage(sheet: HTMLElement | null, next: () => void): Promise<void> {
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const timing = { duration: isStill ? 0 : fadeMs, fill: "forwards" } as const;
  const leaving = sheet?.animate({ opacity: 0 }, timing);
  await leaving?.finished;
  flushSync(next);
  sheet?.animate({ opacity: [0, 1] }, timing);
  leaving?.cancel();
}
