import { recall, remember } from "../shop/tab-memory.ts";
import { cardsOf, chunkNumberOf, isNear } from "./windowing/chunk-dom.ts";
import { bringPhotoTo, takePhotoFrom } from "./travelling-photo.ts";

/*
 * Restores home's scroll position: the same coffee at the same height, however the visitor returns. After an add it
 * scrolls to the new coffee. A position in pixels is not enough, because cards far from the view have estimated heights
 * until they are laid out.
 */

type ScrollPosition = Readonly<{
  scrolled: number;
  /** The first card in view: the href of its first link, that link's top in pixels, and the number of its chunk. */
  href: string | null | undefined;
  top: number;
  chunk: number;
  /** The href of the list's link that was pressed, if any. */
  pressed: string | null | undefined;
  /** Whether this is the position of a newly added coffee. */
  isNew?: boolean;
}>;

let saved: ScrollPosition | undefined;
const key = "place in list";

/** Reads the stored position, after a page other than home was reloaded. */
export function recallPosition(): void {
  const place: ScrollPosition | null = JSON.parse(recall(key) ?? "null");
  saved ??= place ?? undefined;
}

/** Saves the position when the visitor leaves home, while its elements still exist. */
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

/** Makes home scroll to the new coffee, whose link has this href. */
export function positionAtNewCoffee(href: string): void {
  saved = { scrolled: 0, href, top: 0, chunk: Infinity, pressed: href, isNew: true };
}

/** The chunk to render first, of `count` chunks. */
export function savedChunk(count: number): number {
  return Math.min(saved?.chunk ?? 0, count - 1);
}

/** Focuses the link through which the visitor left home, or that of a new coffee. Returns whether it found one. */
export function restoreFocus(isBack: boolean): boolean {
  const link = (isBack || saved?.isNew) && saved?.pressed && linkTo(saved.pressed);
  if (!link) return false;
  link.focus({ preventScroll: true });
  return true;
}

/** Animates the photo from the coffee's page back to its card. */
export function bringPhotoBack(): void {
  bringPhotoTo(photoTo);
}

/** The photo on the card that links to `path`. */
function photoTo(path: string): Element | null | undefined {
  const cards = cardsOf(document.querySelector(".coffee-grid"));
  return cards.find((card) => card.querySelector("a")?.pathname === path)?.querySelector(".photo-frame");
}

function linkTo(href: string): HTMLElement | null {
  return document.querySelector(`.coffee-item a[href="${CSS.escape(href)}"]`);
}

export function restorePosition(): void {
  if (!saved) return;
  const { scrolled, href, top, isNew } = saved;
  const link = href && linkTo(href);
  if (!link) return scrollTo(0, scrolled);
  const align = () => scrollBy(0, isNew ? scrollAboveNotice(link) : link.getBoundingClientRect().top - top);
  align();
  // Again before the next paint: once laid out, the cards above may be taller than estimated.
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
