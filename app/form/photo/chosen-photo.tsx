import type { CoffeeFields } from "../../../catalogue/coffee.ts";
import { CoffeePhoto } from "../../coffee/coffee-photo.tsx";
import { photoWords } from "../../words/photo-words.ts";
import { useWords } from "../../words/words.tsx";
import { CropButton } from "./crop-button.tsx";
import type { ChosenFile, PhotoUpload } from "./photo-upload.ts";

type ChosenPhotoProps = Readonly<{
  coffee: CoffeeFields;
  /** Undefined if the photo was there before. */
  chosen: ChosenFile | undefined;
  /** What is going on, in words. */
  status: string;
  upload: PhotoUpload;
  remove: () => void;
}>;

/** The photo of the form, small, with what can be done with it. */
export function ChosenPhoto({ coffee, chosen, status, upload, remove }: ChosenPhotoProps) {
  const dictionary = useWords();
  const words = photoWords(dictionary);
  const stage = chosen?.stage;
  const isUploading = stage?.kind === "preparing" || stage?.kind === "sending";
  const part = stage?.kind === "sending" && stage.part < 1 ? stage.part : undefined;
  return (
    <div className="chosen-photo">
      <CoffeePhoto photo={coffee.photo} picture={chosen?.picture} name={coffee.name} sizes="6rem" />
      <div>
        <p aria-hidden="true" className={stage?.kind === "failed" ? "field-error" : "field-hint"}>
          {status}
        </p>
        {isUploading && <progress aria-label={words.progress} value={part} />}
      </div>
      <p className="chosen-photo-actions">
        {stage?.kind === "failed" && (
          <button type="button" className="button-quiet" onClick={() => upload.retry()}>
            {dictionary.notices.tryAgain}
          </button>
        )}
        {chosen && <CropButton chosen={chosen} upload={upload} />}
        <button type="button" className="button-quiet" onClick={remove}>
          {isUploading ? words.cancel : words.remove}
        </button>
      </p>
    </div>
  );
}
