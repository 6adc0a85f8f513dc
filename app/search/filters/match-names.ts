import type { Language } from "../../../catalogue/language.ts";
import { synonyms } from "../words/synonyms.ts";
import type { NameField } from "../../../catalogue/fields.ts";
import type { TimeSlices } from "../time-slices.ts";
import { soundKeys } from "../words/sound-keys.ts";
import { wordsIn } from "../words/words-in.ts";

/** One name as it is written in each script. */
export type Name = Readonly<Record<Language, string>>;

export type Names = ReadonlyMap<string, Name>;
export type NamesOfFields = Readonly<Record<NameField, Names>>;

type Value = Readonly<{ folded: string; words: readonly string[] }>;

/**
 * The names that some write in Bangla and others in Latin letters, by their folded values. Each word has to sound like the
 * other's; where a name in Bangla sounds like more than one in Latin letters, nobody knows which is meant, and it stays
 * alone. `values` has the first spelling of each folded value. Made in slices, as orders are.
 */
export async function matchNames(values: ReadonlyMap<string, string>, pause: TimeSlices): Promise<Names> {
  const names = new Map<string, Name>();
  const [bangla, latin]: [Value[], Value[]] = [[], []];
  for (const folded of values.keys()) {
    const isBangla = /[\u0985-\u09df]/.test(folded);
    if (isBangla === /\p{Script=Latin}/u.test(folded)) continue;
    (isBangla ? bangla : latin).push({ folded, words: wordsIn(folded).map(({ word }) => word) });
  }
  if (bangla.length === 0 || latin.length === 0) return names;
  const byFirstWord = new Map<string, Value[]>();
  for (const value of latin) {
    for (const key of keysOf(value.words[0])) byFirstWord.set(key, [...(byFirstWord.get(key) ?? []), value]);
    if (pause.isDue()) await pause.next();
  }
  for (const { folded, words } of bangla) {
    const near = new Set(keysOf(words[0]).flatMap((key) => byFirstWord.get(key) ?? []));
    const same = [...near].filter((other) => isSameName(words, other.words));
    const [only] = same;
    if (only && same.length === 1) {
      const name = names.get(only.folded) ?? {
        en: values.get(only.folded) ?? only.folded,
        bn: values.get(folded) ?? folded,
      };
      names.set(only.folded, name).set(folded, name);
    }
    if (pause.isDue()) await pause.next();
  }
  return names;
}

function isSameName(bangla: readonly string[], latin: readonly string[]): boolean {
  return bangla.length === latin.length && bangla.every((word, at) => isSameWord(word, latin[at] ?? ""));
}

function isSameWord(bangla: string, latin: string): boolean {
  const keys = soundKeys(bangla);
  const others = soundKeys(latin);
  if (keys.some((key) => others.includes(key))) return !soundsDistinct(bangla, latin);
  return synonyms(others).some(({ key, isSameWord: isSame }) => isSame && keys.includes(key));
}

/**
 * Searches take for one what is often mixed up: e and i, o and a, aspirates and plain letters. Of two names it is the sign
 * of two people: রেনা is not Rina.
 */
function soundsDistinct(bangla: string, latin: string): boolean {
  const isE = /[এে]/.test(bangla) && !/e|a[iy]/.test(latin);
  const isI = /[ইঈিী]/.test(bangla) && /e/.test(latin) && !/[iy]|e[ea]/.test(latin);
  const isO = /[ওো]/.test(bangla) && !/[ouw]/.test(latin);
  const isAspirate = /[খঘঝঠঢথধ]|ক্ষ/.test(bangla) !== /[kgjtd]h/.test(latin);
  return isE || isI || isO || isAspirate;
}

/** Under which a word is looked up: its own sounds, and those of the same word as others write it. */
function keysOf(word = ""): readonly string[] {
  const keys = soundKeys(word);
  return [...keys, ...synonyms(keys).flatMap(({ key, isSameWord: isSame }) => (isSame ? [key] : []))];
}
