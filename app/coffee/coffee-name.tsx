import { isBlank } from "../../catalogue/text/is-blank.ts";
import { Marked } from "../search/marks/marked.tsx";
import { useWords } from "../words/words.tsx";
import { languageOf } from "../words/language/language-of.ts";
import { excerpt } from "./text/excerpt.ts";

/** The heading of a coffee. Without a name, only screen readers get one. */
export function CoffeeName({ name, heading: Heading = "h3" }: { name: string; heading?: "h2" | "h3" }) {
  const { coffee, language } = useWords();
  return (
    <Heading lang={languageOf(name, language)}>
      {isBlank(name) ? <span className="sr-only">{coffee.unnamedHeading}</span> : <Marked text={excerpt(name)} />}
    </Heading>
  );
}
