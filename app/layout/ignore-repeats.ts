import type { KeyboardEvent, MouseEvent } from "react";

/**
 * Handlers for what holds buttons that go or move as they are pressed: the second click of two, and a key held down, would
 * press whatever has come up in the place of the first.
 */
export const ignoreRepeats = {
  onClickCapture(event: MouseEvent) {
    if (event.detail < 2) return;
    event.preventDefault();
    event.stopPropagation();
  },
  onKeyDown(event: KeyboardEvent) {
    if (event.repeat && event.key === "Enter") event.preventDefault();
  },
};
