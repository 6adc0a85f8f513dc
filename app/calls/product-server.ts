import type { Coffee, CoffeeFields } from "../../catalogue/coffee.ts";
import type { CoffeeField } from "../../catalogue/fields.ts";
import type { Language, Translated } from "../../catalogue/language.ts";

/** The change that deleted a coffee, where the server keeps a log of them. */
export type Deletion = Readonly<{ change: number; time: string }>;

/** The server's message about one field, in the language of its reply. */
export type FieldError = Readonly<{ field: CoffeeField; message: string }>;

/**
 * A failed call. Without `status` there was no reply; `isOffline` means that nothing was sent,
 * because the browser had no network or a photo could not be uploaded before. A server's
 * message is in the language of its reply, our own messages are in every language.
 */
export type Failure = Readonly<{
  status?: number;
  isOffline?: boolean;
  words: string | Translated;
  deleted?: Deletion;
  /** At most one for each field, in the order of the form. */
  errors?: readonly FieldError[];
}>;

/** The message of a failure in a language. */
export function failureText({ words }: Failure, language: Language): string {
  return typeof words === "string" ? words : words[language];
}

export type Answer<T> = Readonly<{ ok: true; value: T } | { ok: false; failure: Failure }>;

/**
 * Field values that are neither text nor a number as the price, such as null or a list, each as JSON text. As text they
 * reach the browser intact; React Router's data format would lose a key called `__proto__`.
 */
export type OtherValues = Readonly<Partial<Record<CoffeeField, string>>>;

/**
 * A coffee with its entity tag, if the server sends one. For fields in `otherValues`, `coffee` has the text that pages
 * show. `otherValues` is absent if there are none.
 */
export type FoundCoffee = Readonly<{ coffee: Coffee; tag: string | undefined; otherValues?: OtherValues }>;

/** The number of the change that a write made, if the server keeps a log. */
type WriteReply = Readonly<{ change: number | undefined }>;
export type AddReply = WriteReply & Readonly<{ acknowledged: boolean; insertedId: string | undefined }>;
/** `modifiedCount` is 0 if the coffee was equal already, or if none matched. */
export type ReplaceReply = WriteReply &
  Readonly<{
    modifiedCount: number;
    matchedCount: number;
    /**
     * The id of the coffee that the server added because none matched (MongoDB's upsert). It may differ from the id
     * sent.
     */
    upsertedId: string | undefined;
  }>;
export type RemoveReply = WriteReply;

export type UndoReply = WriteReply &
  Readonly<{
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
