import { useId } from "react";
import { BareForm } from "../layout/bare-form.tsx";
import { useWords } from "../words/words.tsx";
import { asSentence } from "./as-sentence.ts";

/** What came of a form that was sent without scripts: it comes with the next document, and stands at the start of its page. */
export type FirstNoticeWords = Readonly<{
  title: string;
  words?: string | undefined;
  advice?: string | undefined;
  /** Where a form undoes it. */
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
