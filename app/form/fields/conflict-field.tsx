import { useState } from "react";
import { useWords } from "../../words/words.tsx";
import { languageOf } from "../../words/language/language-of.ts";

type ConflictFieldProps = Readonly<{
  label: string;
  /** What somebody else wrote into the field meanwhile. */
  theirs: string;
  /** Puts a text into the field, and gives the one that stood there; undefined where there are no scripts. */
  replaceText: ((text: string) => string) | undefined;
}>;

/** Stands beside a field that two people changed at once: whichever text is not in the field stands here, to be taken. */
export function ConflictField({ label, theirs, replaceText }: ConflictFieldProps) {
  const { form, language } = useWords();
  const [ours, setOurs] = useState<string>();
  const text = ours ?? theirs;
  const author = ours === undefined ? form.somebodyWrote : form.youWrote;
  return (
    <div className="other-text" role="group" aria-label={form.otherText(label)}>
      <p>
        {author}: <q lang={languageOf(text, language)}>{text === "" ? form.nothing : text}</q>
      </p>
      {replaceText && (
        <button
          type="button"
          className="button-quiet"
          aria-label={form.takeThisFor(label)}
          onClick={() => {
            const before = replaceText(text);
            setOurs(ours === undefined ? before : undefined);
          }}
        >
          {form.takeThis}
        </button>
      )}
    </div>
  );
}
