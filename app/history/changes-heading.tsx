import { shortName } from "../coffee/display-name.ts";
import { languageOf } from "../words/language-of.ts";
import { useWords } from "../words/words.tsx";
import type { ChangesFilter } from "./changes-address.ts";
import { changesWords } from "../words/changes-words.ts";
import { changedName, visitorDigits } from "./change-entry.tsx";
import type { LoggedChange } from "./read-changes.ts";

type ChangesHeadingProps = Readonly<{ filter: ChangesFilter; newest: LoggedChange | undefined }>;

/** Says whose changes these are. */
export function ChangesHeading({ filter: { coffee, visitor }, newest }: ChangesHeadingProps) {
  const words = useWords();
  const changes = changesWords(words);
  if (visitor !== undefined) return changes.by(changes.visitor(visitorDigits(visitor)));
  if (coffee === undefined) return changes.heading;
  if (!newest) return changes.ofThisCoffee;
  const name = changedName(newest, words);
  return (
    <>
      {changes.of[0]}
      <span lang={languageOf(name, words.language)}>{shortName(name, words)}</span>
      {changes.of[1]}
    </>
  );
}
