import type { FollowedChange } from "../../catalogue/coffee-store.ts";

const mostKept = 512;

/** The end of the log, in memory: what whoever follows it asks for right after each write. */
export class RecentChanges {
  #changes: FollowedChange[] = [];

  /** Takes changes in that follow each other, though maybe not those that are here. */
  take(changes: readonly FollowedChange[]): void {
    const [first] = changes;
    const newest = this.#changes.at(-1);
    if (!first) return;
    this.#changes = newest && newest.number + 1 === first.number ? [...this.#changes, ...changes] : [...changes];
    if (this.#changes.length > mostKept) this.#changes = this.#changes.slice(-mostKept);
  }

  /** The changes after number `after` and up to number `last`, at most `limit`; undefined where not all of them are here. */
  between(after: number, last: number, limit: number): FollowedChange[] | undefined {
    const [first] = this.#changes;
    const newest = this.#changes.at(-1);
    if (!first || !newest || first.number > after + 1 || newest.number < last) return undefined;
    const start = after + 1 - first.number;
    return this.#changes.slice(start, Math.min(start + limit, last + 1 - first.number));
  }
}
