import { isBlank } from "../../../catalogue/text/is-blank.ts";
import { wellFormed } from "../../../catalogue/text/well-formed.ts";

/** The address of a kept photo with another text for those who do not see it; without one if the text is blank. */
export function withAlt(address: string, alt: string): string {
  const [path = ""] = address.split("#", 1);
  return isBlank(alt) ? path : `${path}#alt=${encodeURIComponent(wellFormed(alt.trim()))}`;
}

/** A first idea of what a photo shows: the coffee's name and its taste. Empty if it has neither. */
export function altIdea({ name, taste }: Readonly<{ name: string; taste: string }>): string {
  return [name, taste].flatMap((text) => (isBlank(text) ? [] : text.trim())).join(", ");
}
