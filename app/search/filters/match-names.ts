import type { Language } from "../../../catalogue/language.ts";
import { synonyms } from "../words/synonyms.ts";
import type { NameField } from "../../../catalogue/fields.ts";
import type { TimeSlices } from "../time-slices.ts";
import { soundKeys } from "../words/sound-keys.ts";
import { wordsIn } from "../words/words-in.ts";

/** One name in both scripts. */
export type Name = Readonly<Record<Language, string>>;

export type Names = ReadonlyMap<string, Name>;
export type NamesOfFields = Readonly<Record<NameField, Names>>;

type Value = Readonly<{ folded: string; words: readonly string[] }>;

/**
 * Finds names that occur in Bangla and in Latin letters, by their folded values: each word must sound like its
 * counterpart. A Bangla name that matches several Latin names is ambiguous, and is left out. `values` has the first
 * spelling of each folded value. Runs in time slices.
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
 * Whether two words differ in sounds that a search treats as equal: e and i, o and a, aspirated and plain letters. In
 * names they distinguish people: রেনা is not Rina.
 */
function soundsDistinct(bangla: string, latin: string): boolean {
  const isE = /[এে]/.test(bangla) && !/e|a[iy]/.test(latin);
  const isI = /[ইঈিী]/.test(bangla) && /e/.test(latin) && !/[iy]|e[ea]/.test(latin);
  const isO = /[ওো]/.test(bangla) && !/[ouw]/.test(latin);
  const isAspirate = /[খঘঝঠঢথধ]|ক্ষ/.test(bangla) !== /[kgjtd]h/.test(latin);
  return isE || isI || isO || isAspirate;
}

/** The keys for looking up a word: its own sounds, and those of its other spellings. */
function keysOf(word = ""): readonly string[] {
  const keys = soundKeys(word);
  return [...keys, ...synonyms(keys).flatMap(({ key, isSameWord: isSame }) => (isSame ? [key] : []))];
}
