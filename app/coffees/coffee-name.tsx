import { languageOf } from "./language-of.ts";

/** The heading of a coffee in the list, also where it has no name. */
export function CoffeeName({ name }: { name: string }) {
  return <h3 lang={languageOf(name)}>{name.trim() === "" ? <span className="sr-only">Unnamed coffee</span> : name}</h3>;
}
