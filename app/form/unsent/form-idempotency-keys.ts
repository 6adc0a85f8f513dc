import type { CoffeeFields } from "../../../catalogue/coffee.ts";
import { randomId } from "../../../client/random-id.ts";
import { identityOf, type Unsent, type UnsentPhoto } from "./unsent.ts";

/** The idempotency keys of one form: the same fields and photo get the same key, changed ones a new one. */
export class FormIdempotencyKeys {
  readonly #keys = new Map<string, string>();

  constructor(unsent: Unsent | undefined) {
    if (unsent?.key !== undefined) this.#keys.set(identityOf(unsent.fields, unsent.photo), unsent.key);
  }

  keyFor(fields: CoffeeFields, photo?: UnsentPhoto): string {
    const text = identityOf(fields, photo);
    const key = this.#keys.get(text) ?? randomId();
    this.#keys.set(text, key);
    return key;
  }
}
