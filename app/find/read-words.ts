import { textFields, type Coffee } from "../../catalogue/coffee.ts";
import { soundKeys } from "./sound-keys.ts";
import { wordsIn } from "./words-in.ts";

/** The fields that are looked in, each with what a word in it counts. */
const weights = { name: 10, category: 5, taste: 4, chef: 4, supplier: 3, details: 1 } as const;
type ReadField = keyof typeof weights;

const readFields = textFields.filter((field): field is ReadField => field in weights);

/** As much of a field is read as a visitor might remember of it. */
const charactersAtMost = 2_000;

/** The bit of a field in a set of them. */
const bits = Object.fromEntries(readFields.map((field, index) => [field, 1 << index]));

export const nameBit = bits["name"] ?? 0;

/** How many sets of fields there are; a set is a number below. */
export const fieldSets = 1 << readFields.length;

/** What a word counts that stands in such a set of fields: as the best of them, and a little more for each other. */
export const weightsOfSets: Float64Array = Float64Array.from({ length: fieldSets }, (_, set) => {
  const inSet = readFields.filter((_field, index) => set & (1 << index)).map((field) => weights[field]);
  const sum = inSet.reduce<number>((total, weight) => total + weight, 0);
  return inSet.length === 0 ? 0 : Math.max(...inSet) + sum / 100;
});

export type WordsOfCoffee = Readonly<{
  /** Each key with the set of the fields that it stands in. */
  keys: ReadonlyMap<string, number>;
  wordsInName: number;
}>;

/** Reads coffees, and remembers the sounds of the words that it met. */
export function wordReader(): (coffee: Coffee) => WordsOfCoffee {
  const known = new Map<string, readonly string[]>();
  const keysOf = (word: string): readonly string[] => {
    let keys = known.get(word);
    if (!keys) known.set(word, (keys = soundKeys(word)));
    return keys;
  };
  return (coffee) => {
    const keys = new Map<string, number>();
    let wordsInName = 0;
    for (const field of readFields) {
      const bit = bits[field] ?? 0;
      for (const { word } of wordsIn(coffee[field].slice(0, charactersAtMost))) {
        if (bit === nameBit) wordsInName += 1;
        for (const key of keysOf(word)) keys.set(key, (keys.get(key) ?? 0) | bit);
      }
    }
    return { keys, wordsInName };
  };
}
