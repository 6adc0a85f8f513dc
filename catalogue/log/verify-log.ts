import { emptyVersion, fieldMask, fieldsIn, hashAfter, type StoredChange, type Version } from "./change.ts";
import { isCoffeeId } from "../coffee-id.ts";
import type { LaterErasure } from "../coffee-store.ts";
import type { CoffeeField } from "../fields.ts";
import { erasedFields, readErasure, remainsDigest } from "./erase.ts";
import { upgraded, type CoffeeText } from "../coffee-text.ts";
import { Replay } from "./replay.ts";

/**
 * Verifies a log change by change, oldest first. It keeps only the resulting coffees in memory. docs/proof.md says what
 * a log proves.
 */
export class LogCheck {
  readonly replay = new Replay();
  /** The last change that is right. */
  newest: StoredChange | undefined;
  /** The coffee of each change; the index is the change's number minus one. */
  readonly #coffeeIds: string[] = [];
  /** `remainsDigest` of each change from which words were erased, by number. */
  readonly #remainsDigests = new Map<number, string>();
  /** The digests in the entries of erasures, by the number of the change that they vouch for; the latest of each. */
  readonly #vouchedDigests = new Map<number, string>();

  /**
   * Why the change is wrong after those before it; undefined if it is right. Do not call it again after a wrong one.
   */
  checkNext(change: StoredChange): string | undefined {
    const fault = this.#faultOf(change);
    if (fault !== undefined) return fault;
    this.#coffeeIds.push(change.coffeeId);
    this.replay.apply(change);
    this.newest = change;
    if (change.own !== null) this.#remainsDigests.set(change.number, remainsDigest(change));
    for (const [number, digest] of Object.entries(readErasure(change.erasure)?.remains ?? {}))
      this.#vouchedDigests.set(Number(number), digest);
    return undefined;
  }

  /** From how many changes words were erased. */
  get erasedCount(): number {
    return this.#remainsDigests.size;
  }

  /**
   * The first change that differs from what its erasure vouches for, and why; undefined if there is none. Call it at
   * the end of the log. `later` are erasures that vouch for its changes and are not in it.
   */
  findMismatch(later: readonly LaterErasure[]): Readonly<{ number: number; why: string }> | undefined {
    const genuine = later.filter(({ previous, change }) => {
      return hashAfter(change, { hash: previous, number: change.number - 1 }) === change.hash;
    });
    const remains = genuine.map(({ change }) => readErasure(change.erasure)?.remains ?? {});
    for (const [number, digest] of this.#remainsDigests) {
      if (this.#vouchedDigests.get(number) === digest || remains.some((each) => each[number] === digest)) continue;
      return { number, why: "words were erased from it, and what is left is not what any erasure left" };
    }
    const whole = [...this.#vouchedDigests.keys()].find((number) => !this.#remainsDigests.has(number));
    return whole === undefined ? undefined : { number: whole, why: "an erasure took words out of it, and it is whole" };
  }

  #faultOf(change: StoredChange): string | undefined {
    const { number, hash, coffeeId, before, after, action, undoes, fields } = change;
    const previous: Version = this.newest ?? emptyVersion;
    const expected = previous.number + 1;
    if (number !== expected) return `change ${expected} should stand in its place`;
    const [old, present] = [readText(before), readText(after)];
    if (old === undefined || present === undefined) return "what it says about the coffee is not as the shop writes it";
    const fitting = hashAfter(change, previous);
    // Undefined if only the entry of an erasure can vouch for the change. That entry comes later.
    if (fitting !== undefined && fitting !== hash) return "its hash does not fit: it, or the hash itself, was altered";
    if (!isCoffeeId(coffeeId)) return `"${coffeeId}" is not the id of a coffee`;
    if (action === "erase") return this.#faultOfErasure(change);
    if (actionOf(before !== null, after !== null) !== action) {
      return `it says ${action}, which is not what it does to the coffee`;
    }
    const replayed = this.replay.find(coffeeId)?.after ?? null;
    if (replayed !== before && readText(replayed) !== old) {
      return "it says that the coffee was something else before than the changes before it made it";
    }
    const erasedCount = new Set([...erasedFields(before), ...erasedFields(after)]);
    const misnamed = fieldsIn(fieldMask(old, present) ^ fields).filter(
      (field) => !erasedCount.has(field) && (after === null || has(after, field)),
    );
    if (misnamed.length > 0) return "it names other fields than those that it changed";
    if (erasedCount.size > 0 && change.own === null) return "it lacks words, and says that it is whole";
    if (undoes !== null && this.#coffeeIds[undoes - 1] !== coffeeId) {
      return `it says that it undoes change ${undoes}, which is no change of this coffee before it`;
    }
    return undefined;
  }

  #faultOfErasure({ coffeeId, before, after, erasure }: StoredChange): string | undefined {
    const read = readErasure(erasure);
    if (!read || before !== null || after !== null) return "what it says of an erasure is not as the shop writes it";
    const other = Object.keys(read.remains).find((number) => this.#coffeeIds[Number(number) - 1] !== coffeeId);
    return other === undefined
      ? undefined
      : `it says that it erased words of change ${other}, which is of another coffee`;
  }
}

/** Whether a stored text has a field. A text of an earlier version lacks later fields. */
function has(text: string, field: CoffeeField): boolean {
  const value: unknown = JSON.parse(text);
  return typeof value === "object" && value !== null && field in value;
}

/** A stored text with today's fields. Null stays null; undefined if the text is not that of a coffee. */
function readText(text: string | null): CoffeeText | null | undefined {
  if (text === null) return null;
  try {
    return upgraded(text);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return undefined;
    throw error;
  }
}

function actionOf(wasThere: boolean, isThere: boolean): string {
  if (!wasThere) return isThere ? "add" : "nothing";
  return isThere ? "replace" : "remove";
}
