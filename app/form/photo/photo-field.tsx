import type { Language } from "../../../catalogue/language.ts";
import { failureText } from "../../calls/product-server.ts";
import { photoWords, type PhotoWords } from "../../words/photo-words.ts";
import { useWords } from "../../words/words.tsx";
import { AltField } from "./alt-field.tsx";
import { ChosenPhoto } from "./chosen-photo.tsx";
import { FileButton } from "./file-button.tsx";
import "./photo-field.css";
import { CameraIcon, PictureIcon } from "./photo-icons.tsx";
import type { ChosenFile } from "./photo-upload.ts";
import { useDroppedPhoto } from "./use-dropped-photo.ts";
import { noReplyTo } from "./use-photo-task.ts";
import { usePhoto, type PhotoOptions } from "./use-photo.ts";

/**
 * Takes a photo from the visitor's device, below the field Photo: chosen, taken, dropped on the page or pasted. It is
 * uploaded at once, and its address goes into the field as if it had been typed.
 */
export function PhotoField(options: PhotoOptions) {
  const { fields } = options;
  const dictionary = useWords();
  const words = photoWords(dictionary);
  const { upload, chosen, kept, isAwaited, alt, choose, remove, describe } = usePhoto(options);
  const isOver = useDroppedPhoto(choose);
  const status = chosen ? statusText(chosen, isAwaited, words, dictionary.language) : "";
  return (
    <div className={isOver ? "photo-field is-over" : "photo-field"}>
      <p role="status" className="sr-only">
        {status}
      </p>
      <div className="photo-choice">
        <FileButton className="photo-choose" choose={choose}>
          <PictureIcon />
          {words.choose}
        </FileButton>
        <FileButton className="photo-take" capture="environment" choose={choose}>
          <CameraIcon />
          {words.take}
        </FileButton>
        <span className="field-hint photo-drop-hint">{words.dropHere}</span>
      </div>
      {(chosen || kept) && (
        <>
          <ChosenPhoto coffee={fields} chosen={chosen} status={status} upload={upload} remove={remove} />
          <AltField
            ref={alt}
            key={chosen?.number}
            text={chosen?.alt ?? kept?.alt ?? ""}
            coffee={fields}
            onInput={describe}
          />
        </>
      )}
    </div>
  );
}

function statusText(chosen: ChosenFile, isAwaited: boolean, words: PhotoWords, language: Language): string {
  const { stage, storedAs } = chosen;
  if (stage.kind === "failed") {
    const whereItIs = noReplyTo(chosen) && (storedAs ? words.keptHere : words.notKept);
    return [words.failed, failureText(stage.failure, language), whereItIs].filter(Boolean).join(" ");
  }
  if (isAwaited) return words.waits;
  if (stage.kind === "sending") return stage.part < 1 ? words.sending : words.saving;
  return words[stage.kind];
}
