import SearchableMap from "minisearch/SearchableMap";
import type { Coffee } from "../../../catalogue/coffee.ts";
import { synonyms } from "./synonyms.ts";
import { queryTerm, queryTerms, type QueryTerm } from "../query-terms.ts";
import { marksIn, type TermHits, type Mark } from "../marks/marks.ts";
import {
  fieldSets,
  nameBit,
  searchedFields,
  searchedText,
  weightsOfSets,
  WordReader,
  type SearchedField,
} from "./read-words.ts";
import { prefixEditDistance } from "./prefix-edit-distance.ts";
import { snippetAround } from "../marks/snippet-around.ts";
import { wordsIn } from "./words-in.ts";

/** What a search for words found. */
export type SearchHits = TermHits &
  Readonly<{
    /** Every coffee that was found, the better the higher. */
    scores: ReadonlyMap<Coffee, number>;
    /** Whether some words had to be left out to find anything. */
    isLoose: boolean;
  }>;

/** What of a coffee answers words that its card does not show, and where it stands. */
export type MatchReason = Readonly<{ field: SearchedField; text: string }>;

/** Cards show these, and the answer in them. */
const shownFields: readonly SearchedField[] = ["name", "chef"];

/** A word that was asked for, with the keys of all that was taken for it. */
type IndexedTerm = QueryTerm & Readonly<{ keys: Set<string> }>;

/** The coffees that have a word, in ascending order: the coffee's slot and the set of fields in one number. */
type Posting = number[];

/** What came of one word: how well it fits each slot, and which slots have it in their names. */
type TermMatch = Readonly<{ typed: string; best: Float64Array; inName: Uint8Array; count: number }>;

/** From as many letters of its key on, one slip in a word is forgiven, and two. */
const [oneTypoFrom, twoTyposFrom] = [5, 8];
/** And from as many on, one in the beginning of a word that goes on. */
const prefixTypoFrom = 6;
const typoWeights = [0, 0.4, 0.25] as const;
/** No more words of coffees than this are taken for what a word may become, and fewer for a single letter. */
const [endingsAtMost, endingsOfLetterAtMost] = [1_500, 500];
/** A name of which everything was asked for counts so much more. */
const wholeNameBonus = 3;
/** So much more counts a word that stands in the name letter by letter, and does not only sound like it. */
const exactSpellingBonus = 2;
/** From as many letters of its key on, what sounds like the beginning of a word is taken for it. */
const soundPrefixFrom = 4;

/** Finds coffees by their words. What is added, removed or asked for takes effect at once. */
export class WordIndex {
  readonly #postings = new SearchableMap<Posting>();
  readonly #reader = new WordReader();
  readonly #slots = new Map<Coffee, number>();
  /** By slot; undefined once the coffee is gone. */
  readonly #coffees: (Coffee | undefined)[] = [];
  readonly #names: Readonly<{ name: string; wordsInName: number }>[] = [];

  constructor() {
    // The words of both languages are put in order now, and not at the first key that is pressed.
    synonyms([]);
  }

  get size(): number {
    return this.#slots.size;
  }

  /** Whether it is mostly holes, and better made anew. */
  get isSparse(): boolean {
    return this.#coffees.length > 1_000 && this.#coffees.length > 3 * this.#slots.size;
  }

  has(coffee: Coffee): boolean {
    return this.#slots.has(coffee);
  }

  get coffees(): Iterable<Coffee> {
    return this.#slots.keys();
  }

  add(coffee: Coffee): void {
    if (this.#slots.has(coffee)) return;
    const slot = this.#coffees.push(coffee) - 1;
    this.#slots.set(coffee, slot);
    const { keys, name, wordsInName } = this.#reader.read(coffee);
    this.#names.push({ name, wordsInName });
    for (const [key, fields] of keys) this.#postings.fetch(key, () => []).push(slot * fieldSets + fields);
  }

  remove(coffee: Coffee): void {
    const slot = this.#slots.get(coffee);
    if (slot === undefined) return;
    this.#slots.delete(coffee);
    this.#coffees[slot] = undefined;
    for (const key of this.#reader.read(coffee).keys.keys()) {
      const posting = this.#postings.get(key) ?? [];
      const at = placeOf(posting, slot * fieldSets);
      if (Math.floor((posting[at] ?? -1) / fieldSets) === slot) posting.splice(at, 1);
      if (posting.length === 0) this.#postings.delete(key);
    }
  }

  /**
   * The coffees that have all the words of a text. Where there are none: those that have them with a slip of the finger,
   * or with two words written as one. Where there are none either: those that have the words that anything has, or some.
   */
  search(text: string): SearchHits {
    const words = queryTerms(text).map((word): IndexedTerm => ({ ...word, keys: new Set() }));
    const keys = words.map((word) => word.keys);
    const typed = words.map((word) => word.typed).filter(Boolean);
    const exact = words.map((word) => this.#matchTerm(word, false));
    let found = this.#withAll(exact);
    if (found.size > 0 || words.length === 0) return { scores: found, isLoose: false, typed, keys };

    const withTypos = words.map((word, index) => (hasHits(exact[index]) ? exact[index] : this.#matchTerm(word, true)));
    const near = withTypos.filter((fit) => fit !== undefined);
    for (const fits of [near, ...this.#withJoinedTerms(words, near)]) {
      for (const [coffee, score] of this.#withAll(fits)) found.set(coffee, Math.max(score, found.get(coffee) ?? 0));
    }
    if (found.size > 0) return { scores: found, isLoose: false, typed, keys };

    const looser = words.map((word) => this.#matchTerm(word, true));
    found = this.#withAll(looser);
    if (found.size > 0 || words.length === 1) return { scores: found, isLoose: false, typed, keys };
    const matched = looser.filter(hasHits);
    found = this.#withAll(matched);
    return { scores: found.size > 0 ? found : this.#withMost(matched), isLoose: true, typed, keys };
  }

  /** The parts of a text that answer a search, in their order; they do not overlap. */
  marksIn(text: string, hits: SearchHits): readonly Mark[] {
    return marksIn(text, hits);
  }

  /** Why a coffee was found, where its card does not show that: the field with most of the words that are not seen there. */
  why(coffee: Coffee, { keys }: SearchHits): MatchReason | undefined {
    const firstIn = (field: SearchedField, matchedKeys: ReadonlySet<string>) =>
      wordsIn(searchedText(coffee, field)).find(({ word }) =>
        this.#reader.keysOf(word).some((key) => matchedKeys.has(key)),
      );
    const hiddenKeys = keys.filter((matchedKeys) => !shownFields.some((field) => firstIn(field, matchedKeys)));
    if (hiddenKeys.length === 0) return undefined;
    let best: readonly number[] = [];
    let why: MatchReason | undefined;
    for (const field of searchedFields) {
      if (shownFields.includes(field)) continue;
      const starts = hiddenKeys.flatMap((matchedKeys) => firstIn(field, matchedKeys)?.start ?? []);
      if (starts.length <= best.length) continue;
      best = starts;
      why = { field, text: snippetAround(searchedText(coffee, field), Math.min(...starts)) };
    }
    return why;
  }

  /** The same words with each two neighbours written as one. */
  *#withJoinedTerms(words: readonly IndexedTerm[], fits: readonly TermMatch[]): Generator<readonly TermMatch[]> {
    for (let index = 0; index + 1 < words.length; index += 1) {
      const [first, second] = words.slice(index, index + 2);
      if (!first || !second) return;
      const both = { ...queryTerm(first.typed + second.typed, index + 2 === words.length), keys: new Set<string>() };
      const fit = this.#matchTerm(both, false);
      for (const key of both.keys) for (const { keys } of [first, second]) keys.add(key);
      if (hasHits(fit)) yield [...fits.slice(0, index), fit, ...fits.slice(index + 2)];
    }
  }

  #matchTerm(word: IndexedTerm, allowTypos: boolean): TermMatch {
    const best = new Float64Array(this.#coffees.length);
    const inName = new Uint8Array(this.#coffees.length);
    let count = 0;
    const take = (key: string, posting: Posting, weight: number) => {
      word.keys.add(key);
      for (const packed of posting) {
        const slot = Math.floor(packed / fieldSets);
        const fields = packed % fieldSets;
        const score = weight * (weightsOfSets[fields] ?? 0);
        const before = best[slot] ?? 0;
        if (before >= score) continue;
        if (before === 0) count += 1;
        best[slot] = score;
        if (fields & nameBit) inName[slot] = 1;
      }
    };
    const takeLonger = (key: string, weight: number, isFitting: (longer: string) => boolean) => {
      let endings = key.length === 1 ? endingsOfLetterAtMost : endingsAtMost;
      for (const [longer, posting] of this.#postings.atPrefix(key)) {
        if (longer !== key && isFitting(longer)) take(longer, posting, weight * endingWeight(key, longer));
        if ((endings -= 1) === 0) break;
      }
    };
    for (const { key, weight, isPrefix } of word.termKeys) {
      const posting = this.#postings.get(key);
      if (posting) take(key, posting, weight);
      const matchSound = key.length >= soundPrefixFrom;
      const isSoundEnough = allowTypos && key.length >= 2;
      if (isPrefix) takeLonger(key, weight, (longer) => isSoundEnough || this.#begins(longer, word.typed, matchSound));
    }
    for (const key of word.openKeys) takeLonger(key, 1, (longer) => this.#begins(longer, word.typed, false));
    if (allowTypos)
      for (const { key, weight } of word.termKeys)
        if (weight === 1)
          for (const [other, posting, typos] of this.#near(key)) take(other, posting, typoWeights[typos] ?? 0);
    if (allowTypos && count === 0)
      for (const { key, isPrefix } of word.termKeys)
        if (isPrefix && key.length >= prefixTypoFrom)
          takeLonger(key.slice(0, 2), typoWeights[2], (longer) => prefixEditDistance(longer, key, 1) === 1);
    return { typed: word.typed, best, inName, count };
  }

  /** Whether words of such a key begin with `typed`, by their letters or, where none is in its script, by their sound. */
  #begins(key: string, typed: string, matchSound: boolean): boolean {
    const spellings = this.#reader.spellingsOf(key);
    if (spellings.some((spelling) => spelling.startsWith(typed))) return true;
    return matchSound && !spellings.some((spelling) => isBangla(spelling) === isBangla(typed));
  }

  /** Keys of the same first letter that differ from `key` by as much as one may slip in it. */
  *#near(key: string): Generator<readonly [key: string, posting: Posting, slips: number]> {
    if (key.length < oneTypoFrom || /^\d/.test(key)) return;
    const [first = ""] = key;
    const near = this.#postings.atPrefix(first).fuzzyGet(key.slice(1), key.length < twoTyposFrom ? 1 : 2);
    for (const [rest, [posting, typos]] of near) yield [first + rest, posting, typos];
  }

  #withAll(fits: readonly TermMatch[]): Map<Coffee, number> {
    const scores = new Map<Coffee, number>();
    const [first] = [...fits].sort((one, other) => one.count - other.count);
    if (!first || first.count === 0) return scores;
    this.#coffees.forEach((coffee, slot) => {
      if (first.best[slot] === 0 || coffee === undefined) return;
      if (fits.every(({ best }) => (best[slot] ?? 0) > 0)) scores.set(coffee, this.#score(fits, slot));
    });
    return scores;
  }

  /** Those to which most of the words fit. */
  #withMost(fits: readonly TermMatch[]): Map<Coffee, number> {
    const scores = new Map<Coffee, number>();
    let most = 1;
    this.#coffees.forEach((coffee, slot) => {
      const fitting = fits.filter(({ best }) => (best[slot] ?? 0) > 0);
      if (coffee === undefined || fitting.length < most) return;
      if (fitting.length > most) scores.clear();
      most = fitting.length;
      scores.set(coffee, this.#score(fitting, slot));
    });
    return scores;
  }

  #score(fits: readonly TermMatch[], slot: number): number {
    const { name, wordsInName } = this.#names[slot] ?? { name: "", wordsInName: 0 };
    let [score, inName] = [0, 0];
    for (const fit of fits) {
      score += fit.best[slot] ?? 0;
      if (fit.inName[slot] === 0) continue;
      inName += 1;
      if (name.includes(` ${fit.typed}`)) score += exactSpellingBonus;
    }
    return score + (wholeNameBonus * inName) / Math.max(1, wordsInName);
  }
}

/** The less is missing, the better. */
function endingWeight(prefix: string, whole: string): number {
  return 0.5 + (0.4 * prefix.length) / whole.length;
}

function isBangla(text: string): boolean {
  return /^[\u0980-\u09ff]/.test(text);
}

function hasHits(fit: TermMatch | undefined): fit is TermMatch {
  return fit !== undefined && fit.count > 0;
}

/** Where in an ascending list `least`, or what comes next after it, stands. */
function placeOf(list: readonly number[], least: number): number {
  let [from, to] = [0, list.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((list[middle] ?? Infinity) < least) from = middle + 1;
    else to = middle;
  }
  return from;
}
