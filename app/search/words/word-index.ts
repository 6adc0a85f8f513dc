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
    /** The coffees found with their scores; higher is better. */
    scores: ReadonlyMap<Coffee, number>;
    /** Whether no coffee has all the words, so that these have only some. */
    isLoose: boolean;
  }>;

/** The matching field that a card does not show, with a piece of its text. */
export type MatchReason = Readonly<{ field: SearchedField; text: string }>;

/** The fields that cards show with highlights. */
const shownFields: readonly SearchedField[] = ["name", "chef"];

/** A query term, with the keys that matched it. */
type IndexedTerm = QueryTerm & Readonly<{ keys: Set<string> }>;

/**
 * The coffees with a key, in ascending order: each number is the coffee's slot times `fieldSets`, plus the set of
 * fields.
 */
type Posting = number[];

/** The matches of one term: its score by slot, and whether it is in the name. */
type TermMatch = Readonly<{ typed: string; best: Float64Array; inName: Uint8Array; count: number }>;

/** From this many letters of its key on, one typo is allowed, and two. */
const [oneTypoFrom, twoTyposFrom] = [5, 8];
/** From this many letters on, one typo is allowed in the beginning of a longer word. */
const prefixTypoFrom = 6;
const typoWeights = [0, 0.4, 0.25] as const;
/** The most keys that a prefix may match, and fewer for a single letter. */
const [endingsAtMost, endingsOfLetterAtMost] = [1_500, 500];
/** Bonus for a name if all its words are in the query. */
const wholeNameBonus = 3;
/** Bonus for a word that the name spells exactly as typed. */
const exactSpellingBonus = 2;
/** From this many letters of its key on, a prefix may match by sound alone. */
const soundPrefixFrom = 4;

/** A full-text index of coffees. All methods are synchronous. */
export class WordIndex {
  readonly #postings = new SearchableMap<Posting>();
  readonly #reader = new WordReader();
  readonly #slots = new Map<Coffee, number>();
  /** The coffees by slot; undefined after a removal. */
  readonly #coffees: (Coffee | undefined)[] = [];
  readonly #names: Readonly<{ name: string; wordsInName: number }>[] = [];

  constructor() {
    // Prepares the synonyms now, so that the first search is not slow.
    synonyms([]);
  }

  get size(): number {
    return this.#slots.size;
  }

  /** Whether most slots are empty, so that a new index is better. */
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
   * Finds coffees with all words of a query. If there are none, allows typos, and two words written as one. If there
   * are still none, ignores words that no coffee has, or finds coffees with most of the words.
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

  /** The parts of a text to highlight, in order and without overlap. */
  marksIn(text: string, hits: SearchHits): readonly Mark[] {
    return marksIn(text, hits);
  }

  /** The field with most of the matching words that the card does not show; undefined if the card shows all. */
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

  /** The matches with each two neighbouring terms joined into one. */
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

  /**
   * Whether words with a key begin with `typed`: by letters, or with `matchSound` by sound if none is in the same
   * script.
   */
  #begins(key: string, typed: string, matchSound: boolean): boolean {
    const spellings = this.#reader.spellingsOf(key);
    if (spellings.some((spelling) => spelling.startsWith(typed))) return true;
    return matchSound && !spellings.some((spelling) => isBangla(spelling) === isBangla(typed));
  }

  /** Keys with the same first letter and few enough typos. */
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

  /** The coffees that match the most terms. */
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

/** The weight of a longer key: the less is missing, the higher. */
function endingWeight(prefix: string, whole: string): number {
  return 0.5 + (0.4 * prefix.length) / whole.length;
}

function isBangla(text: string): boolean {
  return /^[\u0980-\u09ff]/.test(text);
}

function hasHits(fit: TermMatch | undefined): fit is TermMatch {
  return fit !== undefined && fit.count > 0;
}

/** Binary search: the index of the first number that is at least `least`. */
function placeOf(list: readonly number[], least: number): number {
  let [from, to] = [0, list.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((list[middle] ?? Infinity) < least) from = middle + 1;
    else to = middle;
  }
  return from;
}
