import type { CoffeeFields } from "../../catalogue/coffee.ts";
import { firstLetters } from "./first-letters.ts";

/** Whoever lists pages shows no more. */
const lettersAtMost = 200;

/** A coffee in a sentence or two of its own; empty where it says nothing of itself. */
export function coffeeDescription({ taste, details }: Pick<CoffeeFields, "taste" | "details">): string {
  const words = [taste, details].filter((text) => text.trim() !== "").join(". ");
  return firstLetters(words, lettersAtMost);
}
