import type { Coffee } from "../../../catalogue/coffee.ts";
import { coffeeFields, fieldDefinitions, type FieldsWith } from "../../../catalogue/fields.ts";
import { foldSpelling } from "../../words/text/fold.ts";
import { soundKeys, stemKeys } from "./sound-keys.ts";
import { wordsIn } from "./words-in.ts";

export type SearchedField = FieldsWith<{ weight: number }>;

/** The fields that a search reads. */
export const searchedFields: readonly SearchedField[] = coffeeFields.filter(
  (field): field is SearchedField => "weight" in fieldDefinitions[field],
);

/** How many characters of a field a search reads; more of a long text. */
const [charactersAtMost, charactersOfLongText] = [300, 1_000];

/** The part of a field's text that a search reads. */
export function searchedText(coffee: Coffee, field: SearchedField): string {
  return coffee[field].slice(0, fieldDefinitions[field].kind === "longText" ? charactersOfLongText : charactersAtMost);
}

/** A copy of a coffee with only the searched text, to save memory. */
export function searchableCopy(coffee: Coffee): Coffee {
  const read = Object.fromEntries(searchedFields.map((field) => [field, searchedText(coffee, field)]));
  const part: Coffee = JSON.parse(JSON.stringify({ ...coffee, ...read, photo: "" }));
  return part;
}

/** Each field's bit in a set of fields. */
const bits = Object.fromEntries(searchedFields.map((field, index) => [field, 1 << index]));

export const nameBit = bits["name"] ?? 0;

/** The number of possible sets of fields; a set is a number from 0 to one below. */
export const fieldSets = 1 << searchedFields.length;

/**
 * The weight of a word by the set of fields that contain it: the highest of their weights, plus a hundredth of their
 * sum.
 */
export const weightsOfSets: Float64Array = Float64Array.from({ length: fieldSets }, (_, set) => {
  const inSet = searchedFields
    .filter((_field, index) => set & (1 << index))
    .map((field) => fieldDefinitions[field].weight);
  const sum = inSet.reduce<number>((total, weight) => total + weight, 0);
  return inSet.length === 0 ? 0 : Math.max(...inSet) + sum / 100;
});

export type WordsOfCoffee = Readonly<{
  /** Each key with the set of fields that contain it. */
  keys: ReadonlyMap<string, number>;
  /** The words of the name, folded, each after a space. */
  name: string;
  wordsInName: number;
}>;

/** Reads the words of coffees, and caches their keys and spellings. */
export class WordReader {
  readonly #keys = new Map<string, readonly string[]>();
  readonly #spellings = new Map<string, string[]>();

  /** The folded spellings of the words with a key. */
  spellingsOf(key: string): readonly string[] {
    return this.#spellings.get(key) ?? [];
  }

  read(coffee: Coffee): WordsOfCoffee {
    const keys = new Map<string, number>();
    for (const field of searchedFields) {
      const bit = bits[field] ?? 0;
      for (const { word } of wordsIn(searchedText(coffee, field)))
        for (const key of this.keysOf(word)) keys.set(key, (keys.get(key) ?? 0) | bit);
    }
    const inName = wordsIn(searchedText(coffee, "name"));
    return { keys, name: inName.map(({ word }) => ` ${foldSpelling(word)}`).join(""), wordsInName: inName.length };
  }

  /** The sound keys of a word, with its ending and without. */
  keysOf(word: string): readonly string[] {
    let keys = this.#keys.get(word);
    if (keys) return keys;
    const itself = soundKeys(word);
    keys = [...new Set([...itself, ...stemKeys(word)])];
    this.#keys.set(word, keys);
    const spelling = foldSpelling(word);
    for (const key of itself) {
      const spellings = this.#spellings.get(key);
      if (!spellings) this.#spellings.set(key, [spelling]);
      else if (!spellings.includes(spelling)) spellings.push(spelling);
    }
    return keys;
  }
}
