import { shareLatest } from "../http/limits/share-promise.ts";
import type { Version } from "../../catalogue/log/change.ts";
import type { PreparedList } from "./prepared-list.ts";

/** Few results for a list are in use: one for each of the shop's addresses. Others are made on each request. */
const resultsAtMost = 8;

/** Caches what is made from the list of coffees, such as documents. A change of the list empties the cache. */
export class MadeFromList<Made> {
  #of: Version | undefined;
  #results = new Map<string, Promise<Made>>();

  /**
   * Resolves to the result for this list and key, which `make` makes if it is not cached. Rejects as `make` does; a
   * failure is not cached, and evicts no other result.
   */
  get(list: PreparedList, key: string, make: () => Promise<Made>): Promise<Made> {
    if (this.#of !== list.version) {
      this.#of = list.version;
      this.#results = new Map();
    }
    return shareLatest(this.#results, key, make, resultsAtMost);
  }

  /** Empties the cache. Results that are still being made are not cached either. */
  forget(): void {
    this.#of = undefined;
    this.#results = new Map();
  }
}
