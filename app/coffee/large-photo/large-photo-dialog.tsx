import { useRef, useState, type KeyboardEvent, type MouseEvent } from "react";
import { createPortal, flushSync } from "react-dom";
import { CloseIcon, icon } from "../../layout/icons.tsx";
import { useHashDialog } from "../../layout/use-hash-dialog.ts";
import { useWords } from "../../words/words.tsx";
import { CoffeePhoto } from "../coffee-photo.tsx";
import { displayName } from "../text/display-name.ts";
import { excerpt } from "../text/excerpt.ts";
import "./large-photo.css";

const zooms = [1, 1.5, 2, 3, 4] as const;

const MinusIcon = icon(24, "M5 12h14");
const PlusIcon = icon(24, "M5 12h14M12 5v14");

/** A photo as large as the window, and up to four times that. Pinching works as on any page. */
export function LargePhotoDialog({ photo, name }: Readonly<{ photo: string; name: string }>) {
  const words = useWords();
  const { coffee } = words;
  const { dialog, onClose } = useHashDialog((hash) => hash === "#photo");
  const { stage, zoom, isLargest, step, onKeyDown, onDoubleClick } = useZoom();
  return createPortal(
    <dialog
      ref={dialog}
      className="large-photo"
      aria-label={coffee.photoOf(excerpt(displayName(name, words)))}
      onClose={onClose}
      onKeyDown={onKeyDown}
    >
      <div ref={stage} tabIndex={0} className="large-photo-stage" data-zoom={zoom}>
        <div onDoubleClick={onDoubleClick}>
          <CoffeePhoto photo={photo} name={name} sizes="100rem" />
        </div>
      </div>
      <div className="large-photo-buttons">
        <button type="button" aria-disabled={zoom === 1} aria-keyshortcuts="-" onClick={() => step(-1)}>
          <span className="sr-only">{coffee.smaller}</span>
          <MinusIcon />
        </button>
        <button type="button" aria-disabled={isLargest} aria-keyshortcuts="+" onClick={() => step(1)}>
          <span className="sr-only">{coffee.larger}</span>
          <PlusIcon />
        </button>
        <button type="button" onClick={() => dialog.current?.close()}>
          <span className="sr-only">{coffee.close}</span>
          <CloseIcon />
        </button>
      </div>
    </dialog>,
    document.body,
  );
}

/** How large the photo is shown, and what buttons, keys and double clicks do to that. */
function useZoom() {
  const stage = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(0);
  /** `x` and `y` are the part of the picture that comes to the middle of the window. */
  const zoomTo = (next: number, { x, y } = { x: 0.5, y: 0.5 }) => {
    flushSync(() => setAt(Math.min(Math.max(next, 0), zooms.length - 1)));
    const { scrollWidth = 0, scrollHeight = 0, clientWidth = 0, clientHeight = 0 } = stage.current ?? {};
    stage.current?.scrollTo(x * scrollWidth - clientWidth / 2, y * scrollHeight - clientHeight / 2);
  };
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === "+" || key === "=") zoomTo(at + 1);
    if (key === "-") zoomTo(at - 1);
    if (key === "0") zoomTo(0);
  };
  const onDoubleClick = ({ clientX, clientY, currentTarget }: MouseEvent<HTMLElement>) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    zoomTo(at === 0 ? 2 : 0, { x: (clientX - left) / width, y: (clientY - top) / height });
  };
  return {
    stage,
    zoom: zooms[at],
    isLargest: at === zooms.length - 1,
    step: (by: number) => zoomTo(at + by),
    onKeyDown,
    onDoubleClick,
  };
}
