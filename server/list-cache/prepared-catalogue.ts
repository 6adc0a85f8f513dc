import { setImmediate as nextTurn } from "node:timers/promises";
import type { Version } from "../../catalogue/log/change.ts";
import type { CoffeeStore } from "../../catalogue/coffee-store.ts";
import { Fault } from "../../catalogue/fault.ts";
import { prepareCoffee, type PreparedCoffee } from "./prepared-coffee.ts";
import { PreparedCoffees } from "./prepared-coffees.ts";
import type { PreparedList } from "./prepared-list.ts";
import type { CatalogueFollower } from "./list-change.ts";

/** The most work of each kind in one turn of the event loop: a few milliseconds. */
const coffeesPerTurn = 1_000;
const changesPerTurn = 64;
const segmentsPerTurn = 16;

/** How long after a read another one is expected. */
const readAgainMs = 1_000;

/**
 * The coffees in memory. `ageSeconds` is the time since they were known to be the newest; undefined if the store could
 * be reached.
 */
export type Known = Readonly<{ coffees: PreparedCoffees; ageSeconds: number | undefined }>;

/**
 * The catalogue in memory, ready to be sent. It follows the log of its store, so that the cost of a change does not
 * grow with the catalogue. See decision 0013.
 */
export class PreparedCatalogue {
  readonly #store: CoffeeStore;
  readonly #follower: CatalogueFollower | undefined;
  #coffees: PreparedCoffees | undefined;
  /** When the last read that the store answered began, by `performance.now()`. */
  #currentAt = 0;
  #following: Promise<PreparedCoffees> | undefined;

  constructor(store: CoffeeStore, follower?: CatalogueFollower) {
    this.#store = store;
    this.#follower = follower;
  }

  /** Whether another read is expected soon. It would first apply all changes that are still pending. */
  get isRead(): boolean {
    return performance.now() - this.#currentAt < readAgainMs;
  }

  /** The coffees as of now, with all writes acknowledged before the call. Rejects as the store does. */
  async current(): Promise<PreparedCoffees> {
    const seen = this.#coffees?.version;
    return this.#upTo(await this.#store.version(true), seen);
  }

  /**
   * The coffees as `current` has them; if the store cannot be reached, as they were when it last could be. Rejects as
   * the store does if nothing is known yet, and with its other errors.
   */
  async latest(): Promise<Known> {
    const seen = this.#coffees?.version;
    const asked = performance.now();
    let version: Version;
    try {
      version = await this.#store.version();
    } catch (error) {
      const isAway = error instanceof Fault && error.code === "storage-unreachable";
      if (!isAway || !this.#coffees) throw error;
      return { coffees: this.#coffees, ageSeconds: Math.ceil((performance.now() - this.#currentAt) / 1_000) };
    }
    const upTo = this.#upTo(version, seen);
    const coffees = upTo instanceof PreparedCoffees ? upTo : await upTo;
    this.#currentAt = asked;
    return { coffees, ageSeconds: undefined };
  }

  /**
   * The coffee with this id, or undefined if there is none; `ageSeconds` as in `Known`. Rejects as the store does if it
   * is not known whether there is one.
   */
  async find(id: string): Promise<Readonly<{ coffee: PreparedCoffee | undefined; ageSeconds: number | undefined }>> {
    const { coffees, ageSeconds } = await this.latest();
    // The coffee may have been added since, so only the store can tell that there is none.
    if (ageSeconds !== undefined && !coffees.find(id)) return { coffee: (await this.current()).find(id), ageSeconds };
    return { coffee: coffees.find(id), ageSeconds };
  }

  /** The coffee in memory, without a look at the store; undefined if there is none with this id. */
  known(id: string): PreparedCoffee | undefined {
    return this.#coffees?.find(id);
  }

  /**
   * `seen` is the version in memory before the store was asked for `version`. If they contradict each other, a database
   * has lost changes that this process had seen, and the coffees are loaded again.
   */
  #upTo(version: Version, seen: Version | undefined): PreparedCoffees | Promise<PreparedCoffees> {
    const coffees = this.#coffees;
    if (!coffees) return this.#followTo(version);
    if (coffees.version === seen && contradicts(version, seen)) {
      this.#coffees = undefined;
      return this.#followTo(version);
    }
    return coffees.version.number >= version.number ? coffees : this.#followTo(version);
  }

  async #followTo(version: Version): Promise<PreparedCoffees> {
    for (;;) {
      this.#following ??= this.#follow(version).finally(() => (this.#following = undefined));
      const coffees = await this.#following;
      if (coffees.version.number >= version.number) return coffees;
    }
  }

  async #follow(version: Version): Promise<PreparedCoffees> {
    const known = this.#coffees;
    const coffees = known ?? (await this.#load());
    // The load may include some of the writes made during it. Followed up to now, it is one snapshot.
    const target = known ? version : await this.#store.version(true);
    while (coffees.version.number < target.number) {
      const changes = await this.#store.follow(coffees.version, changesPerTurn);
      if (changes.length === 0) {
        if (!known) throw new Error(`The log does not lead on from change ${coffees.version.number}.`);
        this.#coffees = undefined;
        return this.#follow(version);
      }
      const taken = coffees.take(changes);
      if (known) this.#follower?.append(taken);
      if (changes.length === changesPerTurn) await nextTurn();
    }
    if (!known) this.#follower?.reset(coffees.version.number);
    this.#coffees = coffees;
    return coffees;
  }

  /**
   * Reads the coffees page by page, while others may write. Each is as it was at `version` or later. The changes after
   * `version` have the coffees' new texts, so that applying them makes one snapshot.
   */
  async #load(): Promise<PreparedCoffees> {
    const version = await this.#store.version(true);
    const coffees: PreparedCoffee[] = [];
    for (let place = 0; ;) {
      const page = await this.#store.page(place, coffeesPerTurn);
      const last = page.at(-1);
      if (!last) break;
      for (const placed of page) coffees.push(prepareCoffee(placed));
      place = last.place;
      await nextTurn();
    }
    const prepared = new PreparedCoffees(version, coffees);
    await warm(prepared.list);
    return prepared;
  }
}

/** Builds the segments early: most of them are still the same when the list is first asked for. */
async function warm({ list }: PreparedList): Promise<void> {
  for (const [at, segment] of list.segments.entries()) {
    void segment.pieces;
    if (at % segmentsPerTurn === 0) await nextTurn();
  }
}

/** Whether a log that ends with `version` has lost `known`, a version that it had earlier. */
function contradicts(version: Version, known: Version): boolean {
  return version.number < known.number || (version.number === known.number && version.hash !== known.hash);
}
