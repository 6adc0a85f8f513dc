import type { KeyboardEvent, MouseEvent } from "react";

/**
 * Handlers for a container whose buttons move or disappear when pressed. They ignore double clicks and repeated Enter,
 * which would press the next button in the same place.
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
