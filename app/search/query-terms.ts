import { synonyms, keysByPrefix } from "./words/synonyms.ts";
import { foldSpelling } from "../words/text/fold.ts";
import { soundKeys, stemKeys } from "./words/sound-keys.ts";
import { wordsIn } from "./words/words-in.ts";

/** A key that matches a query term, and how well, from 0 to 1. With `isPrefix`, longer keys match too. */
export type TermKey = Readonly<{ key: string; weight: number; isPrefix: boolean }>;

/** A word of the query, with the keys that match it. */
export type QueryTerm = Readonly<{
  typed: string;
  termKeys: readonly TermKey[];
  /**
   * Keys whose sound may still change while typing. Words with such a key match only if their letters begin as typed.
   */
  openKeys: readonly string[];
}>;

const termLimit = 8;
/** From this many letters of its key on, a beginning also matches words of the other language. */
const guessFromLetters = 3;

const weights = { itself: 1, sameWord: 0.95, otherEnding: 0.9, sameThing: 0.6, guessed: 0.45 } as const;

/** The distinct words of a query, up to a limit. */
export function queryTerms(text: string): readonly QueryTerm[] {
  const words = [...new Set(wordsIn(text).map(({ word }) => word))].slice(0, termLimit);
  return words.map((word, index) => queryTerm(word, index === words.length - 1));
}

/** One word of the query. The last one may be incomplete. */
export function queryTerm(typed: string, isLast: boolean): QueryTerm {
  const byKey = new Map<string, TermKey>();
  const add = (key: string, weight: number, isPrefix: boolean) => {
    if (!byKey.has(key)) byKey.set(key, { key, weight, isPrefix });
  };
  const soundKeysOfTerm = soundKeys(typed);
  const isNumber = /^\d/.test(soundKeysOfTerm[0] ?? "");
  for (const key of soundKeysOfTerm) add(key, weights.itself, isLast || (!isNumber && key.length >= guessFromLetters));
  const plainKeys = stemKeys(typed);
  for (const key of plainKeys) add(key, weights.otherEnding, false);
  for (const { key, isSameWord } of synonyms([...soundKeysOfTerm, ...plainKeys]))
    add(key, isSameWord ? weights.sameWord : weights.sameThing, false);
  if (isLast && (soundKeysOfTerm[0]?.length ?? 0) >= guessFromLetters)
    for (const key of keysByPrefix(typed)) add(key, weights.guessed, false);
  return {
    typed: foldSpelling(typed),
    termKeys: [...byKey.values()],
    openKeys: isLast ? openKeysOf(typed, soundKeysOfTerm) : [],
  };
}

/** "c" may become "ch", "p" may become "ph", "o" may become "oo", and a Bangla letter may get a vowel sign. */
function openKeysOf(typed: string, keys: readonly string[]): readonly string[] {
  if (/[\u0995-\u09b9\u09bc\u09dc-\u09df]$/.test(typed))
    return [typed.slice(0, -1), typed.slice(0, -2)]
      .flatMap((shorter) => soundKeys(shorter).slice(0, 1))
      .concat(keys.filter((key) => /^.a$/.test(key)).map((key) => key.slice(0, -1)));
  const [, before = "", last = ""] = /^(.*)([cpo])$/iu.exec(typed) ?? [];
  if (last === "") return [];
  return before === ""
    ? ({ c: ["c", "s"], p: ["f"], o: ["u"] }[last.toLowerCase()] ?? [])
    : soundKeys(before).slice(0, 1);
}
