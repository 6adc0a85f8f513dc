import { useEffect, useRef } from "react";
import type { CoffeeFields } from "../../../catalogue/coffee.ts";
import { excerpt } from "../../coffee/text/excerpt.ts";
import { photoWords } from "../../words/photo-words.ts";
import { useWords } from "../../words/words.tsx";
import { altIdea } from "./alt-text.ts";

/** Longer descriptions are tiring to listen to. */
const charactersAtMost = 300;

type AltFieldProps = Readonly<{
  /** The description in the photo's address. */
  text: string;
  coffee: CoffeeFields;
  onInput: (text: string) => void;
  ref: React.RefObject<HTMLInputElement | null>;
}>;

/** Asks for the text that replaces the photo for those who do not see it. It has no name, so no form sends it. */
export function AltField({ text, coffee, onInput, ref }: AltFieldProps) {
  const words = photoWords(useWords());
  const idea = excerpt(altIdea(coffee));
  const isFirst = useRef(true);
  useEffect(() => {
    // Not while it is typed: the address follows the field then.
    if (!isFirst.current && ref.current && document.activeElement !== ref.current) ref.current.value = text;
    isFirst.current = false;
  }, [text, ref]);
  return (
    <label className="field">
      <span>{words.describe}</span>
      <input
        ref={ref}
        type="text"
        defaultValue={text}
        maxLength={charactersAtMost}
        placeholder={idea && words.example(idea)}
        // Before the form's own handler, which reads the address.
        onInput={({ currentTarget }) => onInput(currentTarget.value)}
      />
    </label>
  );
}
