import { Marked } from "../find/marked.tsx";
import { useWords } from "../words/words.tsx";
import { languageOf } from "./language-of.ts";
import { shownText } from "./shown-text.ts";

/** The heading of a coffee in the list, also where it has no name. */
export function CoffeeName({ name }: { name: string }) {
  const { coffee, language } = useWords();
  return (
    <h3 lang={languageOf(name, language)}>
      {name.trim() === "" ? (
        <span className="sr-only">{coffee.unnamedHeading}</span>
      ) : (
        <Marked text={shownText(name)} />
      )}
    </h3>
  );
}
