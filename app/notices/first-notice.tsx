import { useId } from "react";
import { BareForm } from "../layout/bare-form.tsx";
import { useWords } from "../words/words.tsx";
import { asSentence } from "./as-sentence.ts";

/** The result of a form posted without scripts, shown at the top of the next document. */
export type FirstNoticeWords = Readonly<{
  title: string;
  words?: string | undefined;
  advice?: string | undefined;
  /** The address to which the Undo form posts; undefined if it cannot be undone. */
  undo?: string | undefined;
}>;

export function FirstNotice({ notice: { title, words, advice, undo } }: { notice: FirstNoticeWords }) {
  const dictionary = useWords();
  const id = useId();
  return (
    <div role="status" className="notice first-notice">
      <p>
        <strong id={id}>{asSentence(title, dictionary)}</strong> {[words, advice].filter(Boolean).join(" ")}
      </p>
      {undo && (
        <BareForm action={undo}>
          <button type="submit" className="button-quiet" aria-describedby={id}>
            {dictionary.notices.undo}
          </button>
        </BareForm>
      )}
    </div>
  );
}
