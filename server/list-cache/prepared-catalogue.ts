import { setImmediate as nextTurn } from "node:timers/promises";
import type { Version } from "../../catalogue/log/change.ts";
import type { CoffeeStore } from "../../catalogue/coffee-store.ts";
import { Fault } from "../../catalogue/fault.ts";
import { prepareCoffee, type PreparedCoffee } from "./prepared-coffee.ts";
import { PreparedCoffees } from "./prepared-coffees.ts";
import type { PreparedList } from "./prepared-list.ts";
import type { CatalogueFollower } from "./list-change.ts";

/** So much is done in one turn of the event loop: a few milliseconds of work. */
const coffeesPerTurn = 1_000;
const changesPerTurn = 64;
const segmentsPerTurn = 16;

/** How long after a read another is expected, in milliseconds. */
const readAgainMs = 1_000;

/** The coffees in memory. `ageSeconds` is set if the store can't be reached: the time since they were known to be the newest. */
export type Known = Readonly<{ coffees: PreparedCoffees; ageSeconds: number | undefined }>;

/**
 * The catalogue in memory, ready to be sent. It follows the log of its store: the cost of a change does not grow with the
 * catalogue. See decision 0013.
 */
export class PreparedCatalogue {
  readonly #store: CoffeeStore;
  readonly #follower: CatalogueFollower | undefined;
  #coffees: PreparedCoffees | undefined;
  /** When the store last replied to a read, by `performance.now()`. */
  #currentAt = 0;
  #following: Promise<PreparedCoffees> | undefined;

  constructor(store: CoffeeStore, follower?: CatalogueFollower) {
    this.#store = store;
    this.#follower = follower;
  }

  /** Whether another read is expected soon. It would wait for all changes that are not applied by then. */
  get isRead(): boolean {
    return performance.now() - this.#currentAt < readAgainMs;
  }

  /** The coffees as of now: never older than any write that was acknowledged before the call. Rejects as the store does. */
  async current(): Promise<PreparedCoffees> {
    const seen = this.#coffees?.version;
    return this.#upTo(await this.#store.version(true), seen);
  }

  /**
   * The coffees as of now, or where the store cannot be reached, as they were when it last could be. Rejects as the store
   * does where nothing is known yet.
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
   * The coffee with this id, or undefined where there is none; with the age of what is known. Rejects as the store does
   * where nobody can tell whether there is one.
   */
  async find(id: string): Promise<Readonly<{ coffee: PreparedCoffee | undefined; ageSeconds: number | undefined }>> {
    const { coffees, ageSeconds } = await this.latest();
    // It may have been added meanwhile, so that only the store can say that there is none.
    if (ageSeconds !== undefined && !coffees.find(id)) return { coffee: (await this.current()).find(id), ageSeconds };
    return { coffee: coffees.find(id), ageSeconds };
  }

  /** A coffee as it was when the catalogue was last asked for; undefined for one that is not known. */
  known(id: string): PreparedCoffee | undefined {
    return this.#coffees?.find(id);
  }

  /** `seen` is what was known before `version` was asked for: a database may lose what this process has only seen. */
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
    // What was loaded may hold some of what was written meanwhile; only up to now it is all of one moment.
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
   * Coffees are read page after page while others may write; each is as it was at `version` or later, and the changes after
   * `version`, which say what coffees became, bring all of them to one moment.
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

/** Most segments are still the same when the list is first asked for. */
async function warm({ list }: PreparedList): Promise<void> {
  for (const [at, segment] of list.segments.entries()) {
    void segment.pieces;
    if (at % segmentsPerTurn === 0) await nextTurn();
  }
}

/** Whether a log that ends with `version` lacks `known`, which it had earlier. */
function contradicts(version: Version, known: Version): boolean {
  return version.number < known.number || (version.number === known.number && version.hash !== known.hash);
}
