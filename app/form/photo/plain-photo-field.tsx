import { photoWords } from "../../words/photo-words.ts";
import { useWords } from "../../words/words.tsx";
import { photoTypes } from "./file-button.tsx";

/** A file field for browsers without scripts. */
export function PlainPhotoField() {
  const { choose } = photoWords(useWords());
  return (
    <noscript>
      <label className="plain-photo-field">
        <span>{choose}</span>
        <input type="file" name="photoFile" accept={photoTypes} />
      </label>
    </noscript>
  );
}
