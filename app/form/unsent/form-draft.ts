import type { CoffeeFields } from "../../../catalogue/coffee.ts";
import { isSame } from "../../list/same-coffees.ts";
import { draftStorage, type Unsent } from "./unsent.ts";
import { randomId } from "../../calls/browser-key.ts";

/** Longer drafts are saved only when a field loses the focus, not at each key. */
const longDraftCharacters = 50_000;

/**
 * The text typed into a form, stored in the browser until it is sent or cleared. If another tab writes the same draft,
 * this one continues under a new id, so that neither overwrites the other.
 */
export class FormDraft {
  #id: string;
  readonly #coffeeId: string | undefined;
  readonly #isUnsent: boolean;
  /** The JSON of the fields saved last, or of those that the form started with. */
  #fields: string | undefined;
  /** The stored text that this form read or wrote last. Another tab has written the draft if the storage differs. */
  #text: string | undefined;
  /** Saves the typed text under a new id. */
  #saveAgain = () => {};

  /**
   * `unsent` is set if the form starts with an earlier coffee that got no reply. Without `coffeeId` the form adds a
   * coffee.
   */
  constructor(unsent: Unsent | undefined, coffeeId?: string) {
    this.#id = unsent?.id ?? randomId();
    this.#isUnsent = unsent !== undefined;
    this.#fields = unsent && JSON.stringify(unsent.fields);
    this.#coffeeId = coffeeId;
  }

  get id(): string {
    return this.#id;
  }

  /** Finds the draft for this form: the newest of its coffee, or that of the unsent coffee in it. */
  find(): Unsent | undefined {
    if (this.#isUnsent) return draftStorage.read(this.#id);
    const found = draftStorage.ids().flatMap((id) => draftStorage.read(id) ?? []);
    const candidates = found.filter(({ loaded }) => loaded?.coffee._id === this.#coffeeId);
    return candidates.sort((one, other) => (other.time ?? 0) - (one.time ?? 0))[0];
  }

  /** Continues a draft: text typed from now on replaces it. */
  resume({ id, fields }: Unsent): void {
    this.#id = id;
    this.#fields = JSON.stringify(fields);
    this.#text = draftStorage.textOf(id);
  }

  startNew(): void {
    this.#id = randomId();
    this.#fields = undefined;
    this.#text = undefined;
    this.#saveAgain = () => {};
  }

  /** Saves the fields, or removes the draft if they equal `start`. */
  save(fields: CoffeeFields, start: CoffeeFields, when: "typing" | "settled"): void {
    const json = JSON.stringify(fields);
    if (json === this.#fields || (when === "typing" && json.length > longDraftCharacters)) return;
    if (draftStorage.textOf(this.#id) !== this.#text) this.startNew();
    this.#fields = json;
    if (isSame(fields, start)) return this.drop();
    const loaded = this.#coffeeId !== undefined && { coffee: { ...start, _id: this.#coffeeId }, tag: undefined };
    const write = () => {
      const text = JSON.stringify({ id: this.#id, fields, ...(loaded && { loaded }), time: Date.now() });
      if (draftStorage.save(this.#id, text)) this.#text = text;
    };
    write();
    this.#saveAgain = () => {
      this.#id = randomId();
      write();
    };
  }

  /** Handles the storage event: another tab may have overwritten the draft. */
  saveIfReplaced(): void {
    if (draftStorage.textOf(this.#id) !== this.#text) this.#saveAgain();
  }

  /** Removes the draft, unless another tab has overwritten it. */
  drop(): void {
    if (draftStorage.textOf(this.#id) === this.#text) draftStorage.drop(this.#id);
    this.#text = undefined;
    this.#saveAgain = () => {};
  }
}
