import type { CoffeeFields } from "../../../catalogue/coffee.ts";
import { isSame } from "../../list/same-coffees.ts";
import { draftStorage, type Unsent } from "./unsent.ts";
import { randomId } from "../../calls/browser-key.ts";

/** Longer drafts are kept when a field is left, and not at each key. */
const longDraftCharacters = 50_000;

/**
 * What is typed into one form, kept in the browser until it is sent or cleared. Where another tab has gone on with the same
 * draft, this one goes on under a new id, so that neither writes over the other.
 */
export class FormDraft {
  #id: string;
  readonly #coffeeId: string | undefined;
  readonly #isUnsent: boolean;
  /** The fields as they were kept last, or as they came into the form. */
  #fields: string | undefined;
  /** What this form has read or written under its id. */
  #text: string | undefined;
  /** Keeps what was typed here once more. */
  #saveAgain = () => {};

  /** `opened` is what the form begins with, where it was sent without a reply. Without `coffeeId`, a new coffee is typed. */
  constructor(unsent: Unsent | undefined, coffeeId?: string) {
    this.#id = unsent?.id ?? randomId();
    this.#isUnsent = unsent !== undefined;
    this.#fields = unsent && JSON.stringify(unsent.fields);
    this.#coffeeId = coffeeId;
  }

  get id(): string {
    return this.#id;
  }

  /** The draft with which this form may go on: the newest of its coffee, or the one of what was opened in it. */
  find(): Unsent | undefined {
    if (this.#isUnsent) return draftStorage.read(this.#id);
    const found = draftStorage.ids().flatMap((id) => draftStorage.read(id) ?? []);
    const candidates = found.filter(({ loaded }) => loaded?.coffee._id === this.#coffeeId);
    return candidates.sort((one, other) => (other.time ?? 0) - (one.time ?? 0))[0];
  }

  /** Has this form go on with a draft: what is typed now takes its place. */
  resume({ id, fields }: Unsent): void {
    this.#id = id;
    this.#fields = JSON.stringify(fields);
    this.#text = draftStorage.textOf(id);
  }

  /** From here on it is another draft. */
  startNew(): void {
    this.#id = randomId();
    this.#fields = undefined;
    this.#text = undefined;
    this.#saveAgain = () => {};
  }

  /** Fields that are those that the form started with are no draft. */
  save(fields: CoffeeFields, start: CoffeeFields, when: "typing" | "settled"): void {
    const json = JSON.stringify(fields);
    if (json === this.#fields || (when === "typing" && json.length > longDraftCharacters)) return;
    if (draftStorage.textOf(this.#id) !== this.#text) this.startNew();
    this.#fields = json;
    if (isSame(fields, start)) return this.remove();
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

  /** For when the browser's storage was written in another tab. */
  saveIfReplaced(): void {
    if (draftStorage.textOf(this.#id) !== this.#text) this.#saveAgain();
  }

  /** It was sent, or cleared. What another tab wrote under the id stays. */
  remove(): void {
    if (draftStorage.textOf(this.#id) === this.#text) draftStorage.remove(this.#id);
    this.#text = undefined;
    this.#saveAgain = () => {};
  }
}
