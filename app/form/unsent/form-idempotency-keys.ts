import type { CoffeeFields } from "../../../catalogue/coffee.ts";
import type { Unsent } from "./unsent.ts";
import { randomId } from "../../calls/browser-key.ts";

/** The idempotency keys of one form: the same fields get the same key, changed fields a new one. */
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
