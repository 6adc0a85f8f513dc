import { alikeWords, guessedWords } from "./words/synonyms.ts";
import { foldSpelling } from "../words/fold.ts";
import { soundKeys } from "./words/sound-keys.ts";
import { withoutEnding } from "./words/stem-word.ts";
import { wordsIn } from "./words/words-in.ts";

/** What of a coffee's words answers a word that was asked for, and how well, from 0 to 1. */
export type Sought = Readonly<{ key: string; worth: number; isBegun: boolean }>;

/** A word as it was typed, folded, and all that it may mean. */
export type AskedWord = Readonly<{
  typed: string;
  sought: readonly Sought[];
  /** Keys that may go on otherwise than they sound so far: words of which are meant only where their letters begin so. */
  openKeys: readonly string[];
}>;

const wordsAtMost = 8;
/** From as many letters of its key on, a word of the other language is guessed from its beginning. */
const guessedFrom = 3;

const worths = { itself: 1, sameWord: 0.95, otherEnding: 0.9, sameThing: 0.6, guessed: 0.45 } as const;

/** The words of a text, none twice, and no more of them than anyone types. */
export function askedWords(text: string): readonly AskedWord[] {
  const words = [...new Set(wordsIn(text).map(({ word }) => word))].slice(0, wordsAtMost);
  return words.map((word, index) => askedWord(word, index === words.length - 1));
}

/** One word, which may go on where it is the `isLast` of those typed so far. */
export function askedWord(typed: string, isLast: boolean): AskedWord {
  const sought = new Map<string, Sought>();
  const add = (key: string, worth: number, isBegun: boolean) => {
    if (!sought.has(key)) sought.set(key, { key, worth, isBegun });
  };
  const keys = soundKeys(typed);
  const isNumber = /^\d/.test(keys[0] ?? "");
  for (const key of keys) add(key, worths.itself, isLast || (!isNumber && key.length >= guessedFrom));
  const plain = withoutEnding(typed);
  const plainKeys = plain === undefined ? [] : soundKeys(plain);
  for (const key of plainKeys) add(key, worths.otherEnding, false);
  for (const { key, isSameWord } of alikeWords([...keys, ...plainKeys]))
    add(key, isSameWord ? worths.sameWord : worths.sameThing, false);
  if (isLast && (keys[0]?.length ?? 0) >= guessedFrom)
    for (const key of guessedWords(typed)) add(key, worths.guessed, false);
  return { typed: foldSpelling(typed), sought: [...sought.values()], openKeys: isLast ? openKeysOf(typed, keys) : [] };
}

/** "c" may become "ch" yet, "p" become "ph" and "o" become "oo"; and a Bangla letter may get a vowel in place of its own. */
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
