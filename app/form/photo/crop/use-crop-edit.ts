import { useState, type KeyboardEvent } from "react";
import { turnedSize, type Box, type PhotoEdit, type Size } from "../draw-photo.ts";
import { fitBox, moveBox, resizeBox, shapeRatio, turn, type Corner, type Shape } from "./crop-box.ts";

/** How far a key moves or resizes the frame, as a part of the photo. */
const keyStep = 0.02;
const arrows: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-keyStep, 0],
  ArrowRight: [keyStep, 0],
  ArrowUp: [0, -keyStep],
  ArrowDown: [0, keyStep],
};

/** An edit of a photo of this size while it is made, and what the dialog's controls, pointers and keys do to it. */
export function useCropEdit(size: Size, first: PhotoEdit, accept: (edit: PhotoEdit) => void) {
  const [edit, setEdit] = useState(first);
  const [shape, setShape] = useState<Shape>("free");
  const { turns, crop } = edit;
  const ratioOf = (each: Shape) => shapeRatio(each, turnedSize(size, turns));
  const setBox = (box: Box) => setEdit({ turns, crop: box });
  const turnOnce = () => setEdit(turn(edit, shape, size));
  const choose = (next: Shape) => {
    setShape(next);
    setBox(fitBox(crop, ratioOf(next)));
  };
  /** Drags the frame, or one of its corners, from where it was. */
  const drag = (from: Box, corner: Corner | undefined, x: number, y: number) =>
    setBox(corner ? resizeBox(from, corner, x, y, ratioOf(shape)) : moveBox(from, x, y));

  const onKeyDown = (event: KeyboardEvent) => {
    const { target, key, code, shiftKey, ctrlKey, metaKey, altKey, repeat } = event;
    if (ctrlKey || metaKey || altKey) return;
    const isFrame = target instanceof Element && target.matches(".crop-frame");
    const arrow = isFrame ? arrows[key] : undefined;
    // The key at the place of R, on every keyboard layout.
    if (arrow) drag(crop, shiftKey ? { x: 1, y: 1 } : undefined, ...arrow);
    else if (code === "KeyR" && !repeat) turnOnce();
    else if (key === "Enter" && isFrame) accept(edit);
    else return;
    event.preventDefault();
  };
  return { edit, shape, choose, turnOnce, drag, onKeyDown };
}
