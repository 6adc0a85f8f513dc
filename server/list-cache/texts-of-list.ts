import { madeOnce } from "../http/limits/share-promise.ts";
import type { SharedText } from "../http/limits/cached-document.ts";
import type { Version } from "../../catalogue/log/change.ts";
import type { PreparedList } from "./prepared-list.ts";

/** A few of each list are in use: one for each address under which the shop is known. The rest only costs its making. */
const textsAtMost = 8;

/** Texts that were made of a list of coffees, for as long as that is the newest. */
export class TextsOfList {
  #of: Version | undefined;
  #texts = new Map<string, Promise<SharedText>>();

  /** What was made of this list under `key` before, or what `make` makes now. Only what could be made displaces another. */
  async text(list: PreparedList, key: string, make: () => Promise<SharedText>): Promise<SharedText> {
    if (this.#of !== list.version) {
      this.#of = list.version;
      this.#texts = new Map();
    }
    const texts = this.#texts;
    const text = await madeOnce(texts, key, make);
    const [first] = texts.keys();
    if (first !== undefined && texts.size > textsAtMost) texts.delete(first);
    return text;
  }

  /** Drops all that is kept. What is being made then is not kept either. */
  forget(): void {
    this.#of = undefined;
    this.#texts = new Map();
  }
}
