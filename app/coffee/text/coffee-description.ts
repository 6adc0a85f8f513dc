import type { CoffeeFields } from "../../../catalogue/coffee.ts";
import { isBlank } from "../../../catalogue/text/is-blank.ts";
import { firstLetters } from "./excerpt.ts";
import { languageOf } from "../../words/language/language-of.ts";

/** Search engines and messengers cut longer descriptions. */
const lettersAtMost = 200;

/** A coffee's taste and details as sentences; empty if it has neither. */
export function coffeeDescription({ taste, details }: Pick<CoffeeFields, "taste" | "details">): string {
  const words = [taste, details].filter((text) => !isBlank(text)).map((text) => text.trim());
  return firstLetters(
    words.map((text, at) => (at < words.length - 1 ? sentence(text) : text)).join(" "),
    lettersAtMost,
  );
}

/** Adds a full stop, unless the text ends with punctuation. */
function sentence(text: string): string {
  if (/[.!?…।]["'”’)]*$/u.test(text)) return text;
  return `${text}${languageOf(text, "en") === "bn" ? "।" : "."}`;
}
