import type { Version } from "../../catalogue/change.ts";
import type { CoffeeStore } from "../../catalogue/coffee-store.ts";
import { EncodedBody } from "../http/encoded-body.ts";

export type Prepared = Readonly<{ version: Version; body: EncodedBody; text: string }>;

/** The list as it is sent: serialised once for each change, however many ask for it. */
export class PreparedList {
  readonly #store: CoffeeStore;
  #latest: Prepared | undefined;

  constructor(store: CoffeeStore) {
    this.#store = store;
  }

  /** The list as of now: never older than any write that was acknowledged before the call. */
  async current(): Promise<Prepared> {
    const version = await this.#store.version();
    if (this.#latest?.version.hash === version.hash) return this.#latest;
    this.#latest = await this.#prepare();
    return this.#latest;
  }

  async #prepare(): Promise<Prepared> {
    const { coffees, version } = await this.#store.list();
    const text = JSON.stringify(coffees);
    return { version, text, body: new EncodedBody(text) };
  }
}
