import { prefersReducedMotion, timing } from "../layout/animation.ts";
import { isNear } from "./windowing/chunk-dom.ts";

/*
 * Animates a coffee's photo from its card to its page, and back. A copy moves above the next page after it has
 * rendered, so the animation delays nothing. A view transition would capture both pages first.
 */

/** The photo of the page that was left last, until the next page takes it. */
let departure: Readonly<{ path: string; copy: HTMLElement; from: DOMRect; at: number }> | undefined;

/** Copies the photo of a page that is being left. `path` is the path of the coffee's page. */
export function takePhotoFrom(frame: Element | null | undefined, path: string): void {
  departure = undefined;
  if (!frame || !isNear(frame, 0) || prefersReducedMotion()) return;
  const copy = document.createElement("div");
  copy.append(frame.cloneNode(true));
  departure = { path, copy, from: frame.getBoundingClientRect(), at: performance.now() };
}

/** Moves the copy to the frame that `frameOf` returns for the path. Does nothing if the copy is older than a second. */
export function bringPhotoTo(frameOf: (path: string) => Element | null | undefined): void {
  const last = departure;
  departure = undefined;
  const frame = last && performance.now() - last.at < 1_000 ? frameOf(last.path) : undefined;
  if (!last || !frame || !isNear(frame, 0)) return;
  const { copy, from } = last;
  const to = frame.getBoundingClientRect();
  copy.setAttribute("aria-hidden", "true");
  copy.className = "travelling-photo";
  copy.style.cssText = `left:${to.left}px;top:${to.top}px;width:${to.width}px;height:${to.height}px`;
  document.body.append(copy);
  const time = timing("--time-travel");
  frame.animate({ opacity: [0, 0] }, time);
  const x = from.left + from.width / 2 - (to.left + to.width / 2);
  const y = from.top + from.height / 2 - (to.top + to.height / 2);
  const start = `translate(${x}px, ${y}px) scale(${from.width / to.width}, ${from.height / to.height})`;
  copy.animate({ transform: [start, "none"] }, time).onfinish = () => copy.remove();
}
