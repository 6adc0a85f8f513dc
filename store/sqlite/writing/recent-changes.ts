import type { FollowedChange } from "../../../catalogue/coffee-store.ts";

/** What is written in a quarter of a second at most, of which whoever follows takes note several times a second. */
const changesAtLeast = 4_096;
/** Characters of their coffees, before older ones go: few changes are here where they are large. */
const lettersAtMost = 4_000_000;

/** The end of the log, in memory: what whoever follows it asks for right after each write. */
export class RecentChanges {
  #changes: FollowedChange[] = [];
  #letters = 0;

  /** Takes changes in that follow each other, though maybe not those that are here. */
  append(changes: readonly FollowedChange[]): void {
    const [first] = changes;
    const newest = this.#changes.at(-1);
    if (!first) return;
    // What is here may hold the words that were just erased.
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

  /** The changes after number `after` and up to number `last`, at most `limit`; undefined where not all of them are here. */
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
