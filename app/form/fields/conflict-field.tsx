import { useState } from "react";
import { useWords } from "../../words/words.tsx";
import { languageOf } from "../../words/language/language-of.ts";

type ConflictFieldProps = Readonly<{
  label: string;
  /** The text that someone else saved in the field. */
  theirs: string;
  /** Replaces the field's text and returns the previous one; undefined without scripts. */
  swap: ((text: string) => string) | undefined;
}>;

/**
 * Shown below a field that two people changed: it has the text that is not in the field, and a button to swap the two.
 */
export function ConflictField({ label, theirs, swap }: ConflictFieldProps) {
  const { form, language } = useWords();
  const [ours, setOurs] = useState<string>();
  const text = ours ?? theirs;
  const author = ours === undefined ? form.somebodyWrote : form.youWrote;
  return (
    <div className="other-text" role="group" aria-label={form.otherText(label)}>
      <p>
        {author}: <q lang={languageOf(text, language)}>{text === "" ? form.nothing : text}</q>
      </p>
      {swap && (
        <button
          type="button"
          className="button-quiet"
          aria-label={form.takeThisFor(label)}
          onClick={() => {
            const before = swap(text);
            setOurs(ours === undefined ? before : undefined);
          }}
        >
          {form.takeThis}
        </button>
      )}
    </div>
  );
}
