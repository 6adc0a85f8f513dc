import type { Coffee, CoffeeFields } from "../../catalogue/coffee.ts";
import type { CoffeeField } from "../../catalogue/fields.ts";
import type { Language } from "../../catalogue/language.ts";
import type { Deletion, FieldError } from "../../client/coffee-fault.ts";
import type { FoundCoffee } from "../../client/read-coffee.ts";
import type { AddReply, RemoveReply, ReplaceReply } from "../../client/read-reply.ts";
import { loadedWords } from "../words/dictionaries.ts";
import { english, type Words } from "../words/english.ts";

/** A message of the storefront's own: a sentence of the dictionaries, and the number in it. */
export type OwnWords = Readonly<{ kind: keyof Words["failures"]; value?: number }>;

/**
 * A failed call. Without `status` there was no reply; `isOffline` means that nothing was sent,
 * because the browser had no network or a photo could not be uploaded before. A server's
 * message is in the language of its reply.
 */
export type Failure = Readonly<{
  status?: number;
  isOffline?: boolean;
  words: string | OwnWords;
  deleted?: Deletion;
  /** What the server says of fields, in its order. */
  errors?: readonly FieldError[];
}>;

/** The message of a failure; the storefront's own in a language whose dictionary has loaded. */
export function failureText({ words }: Failure, language: Language): string {
  if (typeof words === "string") return words;
  const { failures, digits } = loadedWords(language) ?? english;
  return failures[words.kind](digits(String(words.value)));
}

export type Answer<T> = Readonly<{ ok: true; value: T } | { ok: false; failure: Failure }>;

export type UndoReply = Readonly<{
  /** The number of the change that the undo made; undefined if there was nothing to undo. */
  change: number | undefined;
  coffeeId: string;
  /** The coffee after the undo; undefined if it no longer exists. */
  coffee: Coffee | undefined;
  /** The coffee after it in the list. */
  nextId: string | undefined;
  /** The fields that were not undone, because a later change wrote them. */
  keptFields: readonly CoffeeField[];
  /** The fields that stay blank, because the shop erased their old values. */
  erasedFields: readonly CoffeeField[];
}>;

/** A list, and the number of the last change in it, if the server keeps a log. */
export type ListAnswer = Answer<readonly Coffee[]> & Readonly<{ upTo?: number | undefined }>;

/** Limits for the start of a list: at most `count` coffees and `bytes` of JSON, but at least one coffee. */
export type FirstCoffees = Readonly<{ count: number; bytes: number }>;

/** The two reads that loaders need. */
export interface CoffeeReader {
  /** All coffees, or only the first. Another server may exceed the limit of `bytes`. */
  list(first?: FirstCoffees): Promise<ListAnswer>;
  find(id: string): Promise<Answer<FoundCoffee>>;
}

/** The five calls of the specification, and undo. Calls never reject: a failure is an `Answer`. */
export interface ProductServer extends CoffeeReader {
  /** Adds a coffee. The shop's own server adds only one for each key; other servers get no key. */
  add(fields: CoffeeFields, key?: string): Promise<Answer<AddReply>>;
  /**
   * Sends the whole coffee: `_id` and the eight fields. Fields with the same text as in `before` keep their original
   * values. If `before` has a tag, the server replaces the coffee only if it is unchanged.
   */
  replace(coffee: Coffee, before?: FoundCoffee): Promise<Answer<ReplaceReply>>;
  remove(id: string): Promise<Answer<RemoveReply>>;
  /** Undoes a change by its number. Only servers that keep a log can. */
  undo(change: number): Promise<Answer<UndoReply>>;
}
