import { createHmac } from "node:crypto";
import type { CoffeeStore } from "../../catalogue/coffee-store.ts";
import { dayOf } from "../../catalogue/day.ts";

const pseudonymDigits = 12;
const mostKnownNames = 10_000;
/** Clocks of processes that share a store may differ by less. */
const graceMs = 600_000;

/**
 * Names visitors by pseudonyms that hold for one day (UTC), made with a secret of that day: no address is kept, and none can
 * be told from a name once the day is over.
 */
export class VisitorNames {
  readonly #store: CoffeeStore;
  readonly #now: () => Date;
  #today: { day: string; key: string; names: Map<string, string> } | undefined;

  constructor(store: CoffeeStore, now: () => Date) {
    this.#store = store;
    this.#now = now;
  }

  /** The name of a network address. Rejects as `dayKey` of the store does. */
  ofAddress(address: string): Promise<string> {
    return this.#nameFrom(address);
  }

  /** The name of a browser by its own key, which is another than that of any address. Rejects likewise. */
  ofBrowser(key: string): Promise<string> {
    return this.#nameFrom(`browser\n${key}`);
  }

  /** Forgets the secrets of days that were over ten minutes ago, here and in the store; to be called every few minutes. */
  async forgetOldKeys(): Promise<void> {
    const day = dayOf(new Date(this.#now().getTime() - graceMs));
    if (this.#today && this.#today.day < day) this.#today = undefined;
    await this.#store.forgetDayKeys(day);
  }

  async #nameFrom(text: string): Promise<string> {
    const day = dayOf(this.#now());
    if (this.#today?.day !== day) this.#today = { day, key: await this.#store.dayKey(day), names: new Map() };
    const { key, names } = this.#today;
    const name = names.get(text) ?? createHmac("sha256", key).update(text).digest("hex").slice(0, pseudonymDigits);
    if (names.size < mostKnownNames) names.set(text, name);
    return name;
  }
}
