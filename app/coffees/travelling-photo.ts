import { isStill, timing } from "../layout/moving.ts";
import { isNear } from "./chunk-around.ts";

/*
 * The photo of a coffee travels from its card to its page, and back. A copy does, above the page, once the next page is
 * there: nobody waits for it, unlike for a view transition, which first takes pictures of both pages.
 */

type Left = Readonly<{ path: string; copy: HTMLElement; from: DOMRect; at: number }>;

let left: Left | undefined;

/** Copies a photo in its frame as the page is left that shows it. `path` leads to its coffee's page. */
export function takePhotoFrom(frame: Element | null | undefined, path: string): void {
  left = undefined;
  if (!frame || !isNear(frame, 0) || isStill()) return;
  const copy = document.createElement("div");
  copy.append(frame.cloneNode(true));
  left = { path, copy, from: frame.getBoundingClientRect(), at: performance.now() };
}

/** Has the photo that was copied a moment ago travel to its frame, for which `frameOf` is asked. */
export function bringPhotoTo(frameOf: (path: string) => Element | null | undefined): void {
  const taken = left;
  left = undefined;
  const frame = taken && performance.now() - taken.at < 1_000 ? frameOf(taken.path) : undefined;
  if (!taken || !frame || !isNear(frame, 0)) return;
  const { copy, from } = taken;
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
