import { alikeWords } from "./alike-words.ts";
import { soundKeys } from "./sound-keys.ts";
import { wordsIn } from "./words-in.ts";

/** What of a coffee's words answers a word that was asked for, and how well, from 0 to 1. */
export type Sought = Readonly<{ key: string; worth: number; isBegun: boolean }>;

/** A word as it was typed, and all that it may mean. */
export type AskedWord = Readonly<{ typed: string; sought: readonly Sought[] }>;

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
    const known = sought.get(key);
    sought.set(key, { key, worth: Math.max(worth, known?.worth ?? 0), isBegun: isBegun || known?.isBegun === true });
  };
  const keys = soundKeys(typed);
  const isNumber = /^\d/.test(keys[0] ?? "");
  for (const key of keys) add(key, worths.itself, isLast || (!isNumber && key.length >= guessedFrom));
  const plain = withoutEnding(typed);
  const plainKeys = plain === undefined ? [] : soundKeys(plain).filter((key) => !keys.includes(key));
  for (const key of plainKeys) add(key, worths.otherEnding, false);
  for (const key of [...keys, ...plainKeys])
    for (const { key: other, isSameWord } of alikeWords(key, false))
      add(other, isSameWord ? worths.sameWord : worths.sameThing, false);
  if (isLast)
    for (const key of keys)
      if (key.length >= guessedFrom)
        for (const { key: other } of alikeWords(key, true)) if (!sought.has(other)) add(other, worths.guessed, false);
  // A "c" that ends what was typed so far may become a "ch" yet.
  const open = isLast && /[^c]c$/i.test(typed) ? keys[0]?.slice(0, -1) : undefined;
  if (open && open.length >= guessedFrom) add(open, worths.guessed, true);
  return { typed, sought: [...sought.values()] };
}

/** A word without the ending of many ("beans"), or of whose or where it is (চায়ের); undefined where it has none. */
function withoutEnding(word: string): string | undefined {
  const plain = word
    .normalize("NFC")
    .replace(/(?<=\p{L}{3}[^s'’])s$/iu, "")
    .replace(/(?<=[\u0980-\u09ff])(?:য়ের|ের|(?<=[া-ৌ])র|টা|টি|গুলো)$/u, "");
  return plain === word.normalize("NFC") ? undefined : plain;
}
