import type { Coffee, CoffeeFields } from "../../catalogue/coffee.ts";

/** A call that did not do what it was asked. Without a status, no reply came at all. */
export type Failure = Readonly<{ status?: number; words: string }>;

export type Answer<T> = Readonly<{ ok: true; value: T } | { ok: false; failure: Failure }>;

export type AddReply = Readonly<{ acknowledged: boolean; insertedId: string | undefined }>;
export type ReplaceReply = Readonly<{ modifiedCount: number }>;

/** What the loaders of pages need. */
export interface CoffeeReader {
  list(): Promise<Answer<readonly Coffee[]>>;
  find(id: string): Promise<Answer<Coffee>>;
}

/** The five calls, of any server that speaks them. A failure is an answer like any other: no call ever rejects. */
export interface ProductServer extends CoffeeReader {
  add(fields: CoffeeFields): Promise<Answer<AddReply>>;
  /** Sends the whole coffee: `_id` and the eight fields. */
  replace(coffee: Coffee): Promise<Answer<ReplaceReply>>;
  remove(id: string): Promise<Answer<undefined>>;
}
