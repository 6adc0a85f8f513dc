import { isBlank } from "../../catalogue/is-blank.ts";
import { Marked } from "../search/marks/marked.tsx";
import { useWords } from "../words/words.tsx";
import { languageOf } from "../words/language-of.ts";
import { excerpt } from "./shown-text.ts";

/** The heading of a coffee, also where it has no name. */
export function CoffeeName({ name, heading: Heading = "h3" }: { name: string; heading?: "h2" | "h3" }) {
  const { coffee, language } = useWords();
  return (
    <Heading lang={languageOf(name, language)}>
      {isBlank(name) ? <span className="sr-only">{coffee.unnamedHeading}</span> : <Marked text={excerpt(name)} />}
    </Heading>
  );
}
