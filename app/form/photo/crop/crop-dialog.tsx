import { useEffect, useLayoutEffect, useRef } from "react";
import { photoWords } from "../../../words/photo-words.ts";
import { useWords } from "../../../words/words.tsx";
import { drawnSize, drawPhoto, unedited, type Box, type PhotoEdit, type Size } from "../draw-photo.ts";
import "./crop-dialog.css";
import { shapes, type Shape } from "./crop-box.ts";
import { useCropEdit } from "./use-crop-edit.ts";
import { corners, useDrag } from "./use-drag.ts";

type CropDialogProps = Readonly<{
  /** Decoded. */
  photo: HTMLImageElement;
  /** How the photo is edited so far. */
  edit: PhotoEdit | undefined;
  /** Called with the edit when the visitor takes it. */
  take: (edit: PhotoEdit) => void;
  /** Called once the dialog is closed, in either way. */
  onClose: () => void;
}>;

/** The dialog in which a photo is turned and cropped: by pointer, by touch or by keyboard. */
export function CropDialog({ photo, edit: first = unedited, take, onClose }: CropDialogProps) {
  const words = photoWords(useWords());
  const dialog = useRef<HTMLDialogElement>(null);
  const size = { width: photo.naturalWidth, height: photo.naturalHeight };
  const close = () => dialog.current?.close();
  const accept = (made: PhotoEdit) => {
    take(made);
    close();
  };
  const { edit, shape, choose, turnOnce, drag, onKeyDown } = useCropEdit(size, first, accept);
  const handlers = useDrag(edit.crop, drag);

  // A dialog returns the focus to where it was only if it closes before it leaves the document.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);

  return (
    <dialog ref={dialog} className="crop" aria-labelledby="crop-heading" onClose={onClose} onKeyDown={onKeyDown}>
      <h2 id="crop-heading">{words.cropTitle}</h2>
      <div className="crop-stage">
        <div className="crop-picture">
          <TurnedPhoto photo={photo} size={size} turns={edit.turns} />
          <CropFrame box={edit.crop} handlers={handlers} />
        </div>
      </div>
      <p id="crop-keys" className="crop-keys">
        {words.cropKeys}
      </p>
      <div className="crop-tools">
        <ShapeChoice shape={shape} choose={choose} />
        <button type="button" className="button-quiet" aria-keyshortcuts="R" onClick={turnOnce}>
          {words.turn}
        </button>
      </div>
      <div className="crop-end">
        <button type="button" className="button-quiet" onClick={close}>
          {words.cancel}
        </button>
        <button type="button" className="button-gold" onClick={() => accept(edit)}>
          {words.useThis}
        </button>
      </div>
    </dialog>
  );
}

/** A part of the photo as a length of CSS. */
function css(part: number): string {
  return `${100 * part}%`;
}

/** The frame around the part that stays, with its four corners. */
function CropFrame({ box, handlers }: { box: Box; handlers: ReturnType<typeof useDrag> }) {
  const dictionary = useWords();
  const words = photoWords(dictionary);
  const percent = (part: number) => dictionary.number(Math.round(100 * part));
  return (
    <>
      <div
        className="crop-frame"
        role="group"
        tabIndex={0}
        aria-label={words.frame}
        aria-describedby="crop-keys"
        style={{ left: css(box.x), top: css(box.y), width: css(box.width), height: css(box.height) }}
        {...handlers}
      >
        {corners.map((corner) => (
          <span key={corner} data-corner={corner} />
        ))}
      </div>
      <p role="status" className="sr-only">
        {words.frameAt(percent(box.x), percent(box.y), percent(box.width), percent(box.height))}
      </p>
    </>
  );
}

function ShapeChoice({ shape, choose }: { shape: Shape; choose: (shape: Shape) => void }) {
  const words = photoWords(useWords());
  return (
    <fieldset>
      <legend className="sr-only">{words.shape}</legend>
      {shapes.map((each) => (
        <label key={each}>
          <input type="radio" name="shape" className="sr-only" checked={shape === each} onChange={() => choose(each)} />
          <span>{words.shapes[each]}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** The whole photo, turned. The frame shows which part of it stays. */
function TurnedPhoto({ photo, size, turns }: { photo: HTMLImageElement; size: Size; turns: number }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { width, height } = size;
  useEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (!context) return;
    const edit = { ...unedited, turns };
    Object.assign(context.canvas, drawnSize({ width, height }, edit));
    drawPhoto(context, photo, { width, height }, edit);
  }, [photo, width, height, turns]);
  return <canvas ref={canvas} />;
}
