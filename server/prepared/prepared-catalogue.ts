import { setImmediate as nextTurn } from "node:timers/promises";
import { chain, type Version } from "../../catalogue/change.ts";
import type { CoffeeStore, PlacedChange } from "../../catalogue/coffee-store.ts";
import { Fault } from "../../catalogue/fault.ts";
import { prepareCoffee, type PreparedCoffee } from "./prepared-coffee.ts";
import { PreparedList } from "./prepared-list.ts";
import { Rest } from "./rest.ts";
import { SegmentedList } from "./segmented-list.ts";

/** So much is done in one turn of the event loop: a few milliseconds of work. */
const coffeesPerTurn = 1_000;
const changesPerTurn = 64;
const segmentsPerTurn = 16;

/** A list, and where it may be older than what the store has, since when it is not known to be the newest. */
export type KnownList = Readonly<{ list: PreparedList; ageSeconds: number | undefined }>;

/**
 * The catalogue in memory, as it is sent. It follows the log of its store: a change costs as much as it changes, whatever
 * the size of the catalogue. See decision 0013.
 */
export class PreparedCatalogue {
  readonly #store: CoffeeStore;
  readonly #rest = new Rest();
  readonly #coffees = new Map<string, PreparedCoffee>();
  #latest: PreparedList | undefined;
  /** On the clock of `performance.now()`. */
  #currentAt = 0;
  #following: Promise<void> | undefined;

  constructor(store: CoffeeStore) {
    this.#store = store;
  }

  /** The list as of now: never older than any write that was acknowledged before the call. Rejects as the store does. */
  async current(): Promise<PreparedList> {
    const known = this.#latest;
    const version = await this.#store.version();
    // A database may lose what this process has only seen; then what it saw is not built upon.
    if (known && this.#latest === known && contradicts(version, known.version)) this.#latest = undefined;
    for (;;) {
      const latest = this.#latest;
      if (latest && latest.version.number >= version.number) return latest;
      this.#following ??= this.#follow(version).finally(() => (this.#following = undefined));
      await this.#following;
    }
  }

  /**
   * The list as of now, or where the store cannot be reached, as it was when it last could be. Rejects as the store does
   * where nothing is known yet.
   */
  async latest(): Promise<KnownList> {
    try {
      const list = await this.current();
      this.#currentAt = performance.now();
      return { list, ageSeconds: undefined };
    } catch (error) {
      const isAway = error instanceof Fault && error.code === "storage-unreachable";
      if (!isAway || !this.#latest) throw error;
      return { list: this.#latest, ageSeconds: Math.ceil((performance.now() - this.#currentAt) / 1_000) };
    }
  }

  /** The coffee of the list that `current` gave last; undefined where there is none with this id. */
  find(id: string): PreparedCoffee | undefined {
    return this.#coffees.get(id);
  }

  async #follow(version: Version): Promise<void> {
    let latest = this.#latest ?? (await this.#load());
    // What was loaded may hold some of what was written meanwhile; only up to now it is all of one moment.
    const target = this.#latest ? version : await this.#store.version();
    while (latest.version.number < target.number) {
      const changes = await this.#store.follow(latest.version.number, changesPerTurn);
      const [next] = changes;
      if (!next) throw new Error(`The log has no change after ${latest.version.number}.`);
      if (chain(next, latest.version).hash !== next.hash) {
        this.#latest = undefined;
        return;
      }
      latest = this.#take(latest, changes);
      if (changes.length === changesPerTurn) await nextTurn();
    }
    this.#latest = latest;
  }

  /**
   * Coffees are read page after page while others may write; each is as it was at `version` or later, and the changes after
   * `version`, which say what coffees became, bring all of them to one moment.
   */
  async #load(): Promise<PreparedList> {
    const version = await this.#store.version();
    this.#coffees.clear(); // of a loading that broke off
    for (let place = 0; ;) {
      const page = await this.#store.page(place, coffeesPerTurn);
      for (const placed of page) this.#coffees.set(placed.coffee._id, prepareCoffee(placed));
      const last = page.at(-1);
      if (!last || page.length < coffeesPerTurn) break;
      place = last.place;
      await nextTurn();
    }
    const list = SegmentedList.of([...this.#coffees.values()]);
    for (const [at, segment] of list.segments.entries()) {
      void segment.bytes;
      if (at % segmentsPerTurn === 0) await nextTurn();
    }
    return new PreparedList(version, list, this.#rest);
  }

  #take(from: PreparedList, changes: readonly PlacedChange[]): PreparedList {
    this.#rest.disturb();
    const written = new Map<number, PreparedCoffee>();
    const gone = new Set<number>();
    for (const { coffeeId, after, place, number, hash } of changes) {
      written.delete(place);
      this.#coffees.delete(coffeeId);
      if (!after) gone.add(place);
      else {
        const prepared = prepareCoffee({ coffee: { _id: coffeeId, ...after }, version: { number, hash }, place });
        this.#coffees.set(coffeeId, prepared);
        written.set(place, prepared);
      }
    }
    const { number, hash } = changes.at(-1) ?? from.version;
    return new PreparedList({ number, hash }, from.list.with([...written.values()], [...gone]), this.#rest);
  }
}

/** Whether a log that ends with `version` lacks `known`, which it had earlier. */
function contradicts(version: Version, known: Version): boolean {
  return version.number < known.number || (version.number === known.number && version.hash !== known.hash);
}
