import { shareLatest } from "../http/limits/share-promise.ts";
import type { Version } from "../../catalogue/log/change.ts";
import type { PreparedList } from "./prepared-list.ts";

/** A few results for each list are in use: one for each of the shop's addresses. Others are made on each request. */
const resultsAtMost = 8;

/** A cache of what is made from the list of coffees, such as documents. A change of the list empties it. */
export class MadeFromList<Made> {
  #of: Version | undefined;
  #results = new Map<string, Promise<Made>>();

  /** Returns the result for this list and key, made by `make` on the first call. A failure displaces no other result. */
  get(list: PreparedList, key: string, make: () => Promise<Made>): Promise<Made> {
    if (this.#of !== list.version) {
      this.#of = list.version;
      this.#results = new Map();
    }
    return shareLatest(this.#results, key, make, resultsAtMost);
  }

  /** Empties the cache. Results that are being made are not cached either. */
  forget(): void {
    this.#of = undefined;
    this.#results = new Map();
  }
}
