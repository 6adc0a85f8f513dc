import { emptyVersion, fieldMask, hashAfter, type StoredChange, type Version } from "./change.ts";
import { isCoffeeId } from "./coffee-id.ts";
import { parseExact, type ExactFields } from "./exact-coffee.ts";
import { Replay } from "./replay.ts";

/**
 * Checks a log change by change, oldest first, and keeps no more of it than what it adds up to. What a log proves, and
 * what it does not, stands in docs/proof.md.
 */
export class LogCheck {
  readonly replay = new Replay();
  /** The last change that fits. */
  newest: StoredChange | undefined;
  /** The coffee of each change, by its number less one. */
  readonly #coffeeIds: string[] = [];

  /** Why the change does not fit after those before it; undefined where it does. After one that does not, none is checked. */
  take(change: StoredChange): string | undefined {
    const fault = this.#faultOf(change);
    if (fault !== undefined) return fault;
    this.#coffeeIds.push(change.coffeeId);
    this.replay.take(change);
    this.newest = change;
    return undefined;
  }

  #faultOf(change: StoredChange): string | undefined {
    const { number, hash, coffeeId, before, after, action, undoes, fields } = change;
    const previous: Version = this.newest ?? emptyVersion;
    const expected = previous.number + 1;
    if (number !== expected) return `change ${expected} should stand in its place`;
    const [old, present] = [readFields(before), readFields(after)];
    if (old === undefined || present === undefined) return "what it says about the coffee is not as the shop writes it";
    if (hashAfter(change, previous) !== hash) return "its hash does not fit: it, or the hash itself, was altered";
    if (!isCoffeeId(coffeeId)) return `"${coffeeId}" is not the id of a coffee`;
    if (actionOf(before !== null, after !== null) !== action) {
      return `it says ${action}, which is not what it does to the coffee`;
    }
    const left = this.replay.find(coffeeId)?.after ?? null;
    if (left !== before && JSON.stringify(readFields(left)) !== JSON.stringify(old)) {
      return "it says that the coffee was something else before than the changes before it made it";
    }
    if (fieldMask(old, present) !== fields) return "it names other fields than those that it changed";
    if (undoes !== null && this.#coffeeIds[undoes - 1] !== coffeeId) {
      return `it says that it takes back change ${undoes}, which is no change of this coffee before it`;
    }
    return undefined;
  }
}

/** The fields in a stored text, null where there is none, and undefined where the text is none of a coffee. */
function readFields(text: string | null): ExactFields | null | undefined {
  if (text === null) return null;
  try {
    return parseExact(text);
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return undefined;
    throw error;
  }
}

function actionOf(wasThere: boolean, isThere: boolean): string {
  if (!wasThere) return isThere ? "add" : "nothing";
  return isThere ? "replace" : "remove";
}
