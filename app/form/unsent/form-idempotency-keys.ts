import type { CoffeeFields } from "../../../catalogue/coffee.ts";
import type { Unsent } from "./unsent.ts";
import { randomId } from "../../calls/browser-key.ts";

/** The keys under which one form sends: what is the same goes out under the same key, what was changed under a new one. */
export class FormIdempotencyKeys {
  readonly #keys = new Map<string, string>();

  constructor(unsent: Unsent | undefined) {
    if (unsent?.key !== undefined) this.#keys.set(JSON.stringify(unsent.fields), unsent.key);
  }

  keyFor(fields: CoffeeFields): string {
    const text = JSON.stringify(fields);
    const key = this.#keys.get(text) ?? randomId();
    this.#keys.set(text, key);
    return key;
  }
}
