import { shortName } from "../coffee/text/display-name.ts";
import { languageOf } from "../words/language/language-of.ts";
import { useWords } from "../words/words.tsx";
import type { ChangesScope } from "./changes-address.ts";
import { changesWords } from "../words/changes-words.ts";
import { changedName, visitorDigits } from "./entry/change-entry.tsx";
import type { LoggedChange } from "./log/read-changes.ts";

type ChangesHeadingProps = Readonly<{ scope: ChangesScope; newest: LoggedChange | undefined }>;

export function ChangesHeading({ scope: { coffee, visitor }, newest }: ChangesHeadingProps) {
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
