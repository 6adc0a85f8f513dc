import { createHmac } from "node:crypto";
import type { CoffeeStore } from "../../catalogue/coffee-store.ts";
import { dayOf } from "../../catalogue/day.ts";

const pseudonymDigits = 12;
const mostKnownNames = 10_000;
/** The clocks of processes that share a store may differ by less than this. */
const graceMs = 600_000;

/**
 * Gives visitors pseudonyms that hold for one day (UTC), made with a secret of that day. No address is stored. The
 * secret is forgotten ten minutes after the day, and from then on no address can be derived from a pseudonym.
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

  /**
   * The name of a browser, made from its own key. No address has the same name. Rejects as `dayKey` of the store does.
   */
  ofBrowser(key: string): Promise<string> {
    return this.#nameFrom(`browser\n${key}`);
  }

  /** Forgets, here and in the store, the secrets of days that ended over ten minutes ago. Call it every few minutes. */
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
