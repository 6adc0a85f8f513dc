import type { FollowedChange } from "../../../catalogue/coffee-store.ts";

/** At most a quarter of a second of writes. Readers fetch new changes several times a second. */
const changesAtLeast = 4_096;
/** The most characters of texts. With large coffees, fewer changes are kept. */
const lettersAtMost = 4_000_000;

/** The end of the log in memory, which readers request right after each write. */
export class RecentChanges {
  #changes: FollowedChange[] = [];
  #letters = 0;

  /** Appends changes that follow each other. If they do not follow those in memory, the latter are dropped. */
  append(changes: readonly FollowedChange[]): void {
    const [first] = changes;
    const newest = this.#changes.at(-1);
    if (!first) return;
    // The changes in memory may hold words that were just erased.
    if (changes.some(({ action }) => action === "erase")) return this.clear();
    if (newest && newest.number + 1 !== first.number) this.clear();
    for (const change of changes) {
      this.#changes.push(change);
      this.#letters += lettersOf(change);
    }
    if (this.#changes.length > 2 * changesAtLeast || this.#letters > 2 * lettersAtMost) this.#shorten();
  }

  clear(): void {
    this.#changes = [];
    this.#letters = 0;
  }

  /**
   * The changes after number `after` and up to number `last`, at most `limit`. Undefined if not all of them are in
   * memory.
   */
  between(after: number, last: number, limit: number): FollowedChange[] | undefined {
    const [first] = this.#changes;
    const newest = this.#changes.at(-1);
    if (!first || !newest || first.number > after + 1 || newest.number < last) return undefined;
    const start = after + 1 - first.number;
    return this.#changes.slice(start, Math.min(start + limit, last + 1 - first.number));
  }

  #shorten(): void {
    let start = this.#changes.length;
    let letters = 0;
    for (let count = 0; start > 0 && count < changesAtLeast; count++) {
      letters += lettersOf(this.#changes[start - 1]);
      if (letters > lettersAtMost) break;
      start -= 1;
    }
    this.#changes = this.#changes.slice(start);
    this.#letters = this.#changes.reduce((sum, change) => sum + lettersOf(change), 0);
  }
}

function lettersOf(change: FollowedChange | undefined): number {
  return change?.after?.length ?? 0;
}
