import { recall, remember } from "../shop/tab-memory.ts";
import { cardsOf, chunkNumberOf, isNear } from "./windowing/chunk-dom.ts";
import { bringPhotoTo, takePhotoFrom } from "./travelling-photo.ts";

/*
 * Home is shown again where it was left, on whatever way one comes back to it: the same coffee stands at the same height.
 * After an add it is shown at the new coffee. A number of pixels would not do: cards far from the view count with an
 * estimated height until they are laid out.
 */

type ScrollPosition = Readonly<{
  scrolled: number;
  /** Of the uppermost card in view: where its first link leads to, the link's top in the window, and its chunk. */
  href: string | null | undefined;
  top: number;
  chunk: number;
  /** Where the link leads to that was pressed, if one of the list was. */
  pressed: string | null | undefined;
  /** Whether the place is that of a coffee that was just added. */
  isNew?: boolean;
}>;

let saved: ScrollPosition | undefined;
const key = "place in list";

/** Takes up the place that was kept before another page than home was reloaded. */
export function recallPosition(): void {
  const place: ScrollPosition | null = JSON.parse(recall(key) ?? "null");
  saved ??= place ?? undefined;
}

/** Notes the place, as home is left: while all of it still stands. */
export function savePosition(): void {
  const card = cardsOf(document.querySelector(".coffee-grid")).find((item) => isNear(item, 0));
  const link = card?.querySelector("a");
  const pressedLink = document.activeElement?.closest(".coffee-item a");
  saved = {
    scrolled: scrollY,
    href: link?.getAttribute("href"),
    top: link?.getBoundingClientRect().top ?? 0,
    chunk: chunkNumberOf(card),
    pressed: pressedLink?.getAttribute("href"),
  };
  remember(key, JSON.stringify(saved));
  // React Router has already changed the address to the next page's.
  takePhotoFrom(photoTo(location.pathname), location.pathname);
}

/** Has home open at the coffee that was added last, to which `href` leads. */
export function positionAtNewCoffee(href: string): void {
  saved = { scrolled: 0, href, top: 0, chunk: Infinity, pressed: href, isNew: true };
}

/** The chunk of `count` with which the list is shown again. */
export function savedChunk(count: number): number {
  return Math.min(saved?.chunk ?? 0, count - 1);
}

/**
 * Focuses the link in the list over which home was left, if one comes back to it, or that of the coffee that was just
 * added; tells whether there is one.
 */
export function restoreFocus(isBack: boolean): boolean {
  const link = (isBack || saved?.isNew) && saved?.pressed && linkTo(saved.pressed);
  if (!link) return false;
  link.focus({ preventScroll: true });
  return true;
}

/** Moves the photo of the coffee's page that was left to the coffee's card. */
export function bringPhotoBack(): void {
  bringPhotoTo(photoTo);
}

/** The photo on the card that leads to the coffee's page at `path`. */
function photoTo(path: string): Element | null | undefined {
  const cards = cardsOf(document.querySelector(".coffee-grid"));
  return cards.find((card) => card.querySelector("a")?.pathname === path)?.querySelector(".photo-frame");
}

function linkTo(href: string): HTMLElement | null {
  return document.querySelector(`.coffee-item a[href="${CSS.escape(href)}"]`);
}

/** Scrolls to the place that was kept. */
export function restorePosition(): void {
  if (!saved) return;
  const { scrolled, href, top, isNew } = saved;
  const link = href && linkTo(href);
  if (!link) return scrollTo(0, scrolled);
  const align = () => scrollBy(0, isNew ? scrollAboveNotice(link) : link.getBoundingClientRect().top - top);
  align();
  // Once more before anything is seen: the cards above it, laid out at last, may be taller than they were taken to be.
  const observer = new ResizeObserver(() => {
    align();
    observer.disconnect();
  });
  observer.observe(link);
}

/** Pixels at the end of the window that the notice of an add covers. */
const noticeHeight = 144;

/** How many pixels to scroll until the card of `link` stands in the middle of the window above the notice. */
function scrollAboveNotice(link: HTMLElement): number {
  const { top, height } = (link.closest(".coffee-item") ?? link).getBoundingClientRect();
  return top - Math.max(0, (innerHeight - noticeHeight - height) / 2);
}
