import { useRef, type PointerEvent } from "react";
import type { Box } from "../draw-photo.ts";
import type { Corner } from "./crop-box.ts";

type Drag = Readonly<{ id: number; corner: Corner | undefined; x: number; y: number; box: Box }>;

/**
 * Handlers for the frame: they tell how far a pointer has dragged it, or one of its corners, in parts of the photo,
 * since the press at which it was `from`.
 */
export function useDrag(box: Box, onDrag: (from: Box, corner: Corner | undefined, x: number, y: number) => void) {
  const drag = useRef<Drag>(undefined);
  return {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      const { target, currentTarget, pointerId: id, clientX: x, clientY: y, isPrimary } = event;
      if (!isPrimary || event.button !== 0) return;
      currentTarget.setPointerCapture(id);
      const data = target instanceof HTMLElement ? target.dataset : {};
      const corner = data["corner"] === undefined ? undefined : cornerOf(data["corner"]);
      drag.current = { id, corner, x, y, box };
    },
    onPointerMove({ currentTarget, pointerId, clientX, clientY }: PointerEvent<HTMLElement>) {
      const { parentElement } = currentTarget;
      if (!drag.current || drag.current.id !== pointerId || !parentElement) return;
      const { corner, x, y, box: from } = drag.current;
      onDrag(from, corner, (clientX - x) / parentElement.clientWidth, (clientY - y) / parentElement.clientHeight);
    },
    onLostPointerCapture() {
      drag.current = undefined;
    },
  };
}

/** The value of `data-corner`, such as "-1 1" for the lower left one. */
export const corners = ["-1 -1", "1 -1", "-1 1", "1 1"] as const;

function cornerOf(text: string): Corner {
  return { x: text.startsWith("-") ? -1 : 1, y: text.endsWith("-1") ? -1 : 1 };
}
