import { shareLatest } from "../http/limits/share-promise.ts";
import type { CachedDocument } from "../http/limits/cached-document.ts";
import type { Version } from "../../catalogue/log/change.ts";
import type { PreparedList } from "./prepared-list.ts";

/** A few documents of each list are in use: one for each of the shop's addresses. Others are rendered on each request. */
const textsAtMost = 8;

/** A cache of documents made from the list of coffees. A change of the list empties it. */
export class TextsOfList {
  #of: Version | undefined;
  #texts = new Map<string, Promise<CachedDocument>>();

  /** Returns the document for this list and key, made by `make` on the first call. A failure displaces no other document. */
  text(list: PreparedList, key: string, make: () => Promise<CachedDocument>): Promise<CachedDocument> {
    if (this.#of !== list.version) {
      this.#of = list.version;
      this.#texts = new Map();
    }
    return shareLatest(this.#texts, key, make, textsAtMost);
  }

  /** Empties the cache. Documents that are being made are not cached either. */
  forget(): void {
    this.#of = undefined;
    this.#texts = new Map();
  }
}
