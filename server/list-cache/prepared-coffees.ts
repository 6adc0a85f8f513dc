import type { Version } from "../../catalogue/log/change.ts";
import type { FollowedChange } from "../../catalogue/coffee-store.ts";
import { prepareChange, type PreparedCoffee } from "./prepared-coffee.ts";
import { PreparedList } from "./prepared-list.ts";
import { IdleTimer } from "./idle-timer.ts";
import { SegmentedList } from "./segmented-list.ts";
import type { ListChange } from "./list-change.ts";

/** With this many edits, or bytes of them, the list is built even if nobody asks for it, so that few edits wait. */
const editsAtMost = 1_024;
const editedBytesAtMost = 8_000_000;

/** All coffees at one version of the log, which `take` advances. The list is built when it is asked for. */
export class PreparedCoffees {
  readonly #byId: Map<string, PreparedCoffee>;
  readonly #rest = new IdleTimer();
  #version: Version;
  #list: PreparedList;
  /** The edits that `#list` lacks, by place: the coffee that was written, or undefined if it was removed. */
  #edits = new Map<number, PreparedCoffee | undefined>();
  /** Bytes of the coffees that were written since the list was built, and of those that they replaced. */
  #editedBytes = 0;

  /** `coffees` are in the order of their places. */
  constructor(version: Version, coffees: readonly PreparedCoffee[]) {
    this.#byId = new Map(coffees.map((coffee) => [coffee.id, coffee]));
    this.#version = version;
    this.#list = new PreparedList(version, SegmentedList.of(coffees), this.#rest);
  }

  get version(): Version {
    return this.#version;
  }

  get list(): PreparedList {
    if (this.#list.version !== this.#version) {
      const { list } = this.#list;
      this.#list.forget();
      this.#list = new PreparedList(this.#version, list.with(this.#edits), this.#rest);
      this.#edits = new Map();
      this.#editedBytes = 0;
    }
    return this.#list;
  }

  find(id: string): PreparedCoffee | undefined {
    return this.#byId.get(id);
  }

  /** The id of the first coffee after a place, or null if there is none. */
  idBehind(place: number): string | null {
    const listed = this.#list.list.firstBehind(place, (coffee) => !this.#edits.has(coffee.place));
    let nearest = listed;
    for (const written of this.#edits.values())
      if (written && written.place > place && (!nearest || written.place < nearest.place)) nearest = written;
    return nearest?.id ?? null;
  }

  /** Applies the next changes of the log, and returns what each did to the list. */
  take(changes: readonly FollowedChange[]): ListChange[] {
    this.#rest.disturb();
    const taken = changes.map((change) => this.#takeOne(change));
    // A list that is never asked for again would keep erased words.
    const hasErasure = changes.some(({ action }) => action === "erase");
    if (hasErasure || this.#edits.size >= editsAtMost || this.#editedBytes >= editedBytesAtMost) void this.list;
    return taken;
  }

  #takeOne(change: FollowedChange): ListChange {
    const { number, hash, action, coffeeId, place } = change;
    if (action === "erase") {
      this.#version = { number, hash };
      return { number, action, coffeeId, coffee: undefined };
    }
    const coffee = prepareChange(change);
    const before = this.#byId.get(coffeeId);
    this.#editedBytes += (before?.byteLength ?? 0) + (coffee?.byteLength ?? 0);
    this.#version = { number, hash };
    this.#edits.set(place, coffee);
    if (!coffee) {
      this.#byId.delete(coffeeId);
      return { number, action: "remove", coffeeId, coffee };
    }
    this.#byId.set(coffeeId, coffee);
    if (before) return { number, action: "replace", coffeeId, coffee };
    const comesBack = place !== number && { nextId: this.idBehind(place) };
    return { number, action: "add", coffeeId, coffee, ...comesBack };
  }
}
