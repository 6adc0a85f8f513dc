import type { Coffee, CoffeeFields } from "../../catalogue/coffee.ts";
import type { CoffeeField } from "../../catalogue/fields.ts";
import type { Language, Said } from "../../catalogue/language.ts";

/** The change that deleted a coffee, where the server keeps a log of them. */
export type Deletion = Readonly<{ change: number; time: string }>;

/** What a server says is wrong with a field, in the language that it answered in. */
export type FieldError = Readonly<{ field: CoffeeField; message: string }>;

/**
 * A call that did not do what it was asked. Without a status, no reply came at all; `isOffline` says that the browser had
 * no network to send it over. A server's words are in the language that it answered in, the shop's own in every language.
 */
export type Failure = Readonly<{
  status?: number;
  isOffline?: boolean;
  words: string | Said;
  deleted?: Deletion;
  /** At most one for each field, in the order of the form. */
  errors?: readonly FieldError[];
}>;

/** Why a call failed, for whoever reads this language. */
export function failureText({ words }: Failure, language: Language): string {
  return typeof words === "string" ? words : words[language];
}

export type Answer<T> = Readonly<{ ok: true; value: T } | { ok: false; failure: Failure }>;

/**
 * The values, as JSON, of fields that came with another kind of value than the specification's, such as null or a list. As
 * text they pass unharmed from the document to the browser, which would lose a key called `__proto__`.
 */
export type OtherValues = Readonly<Partial<Record<CoffeeField, string>>>;

/**
 * A coffee, and the tag that names its state where the server gives one. `coffee` has the text that pages show for the
 * fields in `otherValues`, which is absent where there are none.
 */
export type FoundCoffee = Readonly<{ coffee: Coffee; tag: string | undefined; otherValues?: OtherValues }>;

/** Of a write: the number of its change, where the server keeps a log. */
type WriteReply = Readonly<{ change: number | undefined }>;
export type AddReply = WriteReply & Readonly<{ acknowledged: boolean; insertedId: string | undefined }>;
/** Where nothing was modified, all of it stood there already, or no coffee was matched. */
export type ReplaceReply = WriteReply &
  Readonly<{
    modifiedCount: number;
    matchedCount: number;
    /** Of the coffee that the server added since none was matched (MongoDB's upsert); it may be another id than was sent. */
    upsertedId: string | undefined;
  }>;
export type RemoveReply = WriteReply;

export type UndoReply = WriteReply &
  Readonly<{
    coffeeId: string;
    /** As it is now; undefined where there is none. */
    coffee: Coffee | undefined;
    /** The coffee after it in the list. */
    nextId: string | undefined;
    /** What stays, since it was changed again later. */
    keptFields: readonly CoffeeField[];
    /** What cannot come back, since the shop has erased it. */
    erasedFields: readonly CoffeeField[];
  }>;

/** A list, and the number of the change up to which it goes, where the server keeps a log that can be followed. */
export type ListAnswer = Answer<readonly Coffee[]> & Readonly<{ upTo?: number | undefined }>;

/** The start of a list: at most `count` coffees, and no more than are `bytes` of JSON together; one at least. */
export type FirstCoffees = Readonly<{ count: number; bytes: number }>;

/** What the loaders of pages need. */
export interface CoffeeReader {
  /** All coffees, or no more than the first; another server may give more of these than `bytes` allows. */
  list(first?: FirstCoffees): Promise<ListAnswer>;
  find(id: string): Promise<Answer<FoundCoffee>>;
}

/** The five calls, of any server that speaks them, and undo. A failure is an answer like any other: no call ever rejects. */
export interface ProductServer extends CoffeeReader {
  /** Under a key that was sent before, the shop's own server adds nothing; others may take no key, and get none. */
  add(fields: CoffeeFields, key?: string): Promise<Answer<AddReply>>;
  /**
   * Sends the whole coffee: `_id` and the eight fields. Those that read as in `before` go back with the values that they
   * came with. With the tag of `before`, the server replaces the coffee only while it is in that state.
   */
  replace(coffee: Coffee, before?: FoundCoffee): Promise<Answer<ReplaceReply>>;
  remove(id: string): Promise<Answer<RemoveReply>>;
  /** Undoes a change; only servers that gave its number know how. */
  undo(change: number): Promise<Answer<UndoReply>>;
}
