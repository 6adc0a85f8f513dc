import { isSame, type CoffeeFields } from "../../../catalogue/coffee.ts";
import { draftStorage, identityOf, type Unsent, type UnsentPhoto } from "./unsent.ts";
import { randomId } from "../../../client/random-id.ts";

/** Longer drafts are saved only when a field loses the focus, not at each key. */
const longDraftCharacters = 50_000;

/**
 * The text typed into a form and the photo chosen in it, stored in the browser until they are sent or cleared. If
 * another tab writes the same draft, this one continues under a new id, so that neither overwrites the other.
 */
export class FormDraft {
  #id: string;
  readonly #coffeeId: string | undefined;
  readonly #unsent: Unsent | undefined;
  /** The identity of what was saved last, or of what the form started with. */
  #saved: string | undefined;
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
    this.#unsent = unsent;
    this.#saved = unsent && identityOf(unsent.fields, unsent.photo);
    this.#coffeeId = coffeeId;
  }

  get id(): string {
    return this.#id;
  }

  /** Finds the draft for this form: the newest of its coffee, or that of the unsent coffee in it. */
  find(): Unsent | undefined {
    if (this.#unsent) return draftStorage.read(this.#id);
    const found = draftStorage.ids().flatMap((id) => draftStorage.read(id) ?? []);
    const candidates = found.filter(({ loaded }) => loaded?.coffee._id === this.#coffeeId);
    return candidates.sort((one, other) => (other.time ?? 0) - (one.time ?? 0))[0];
  }

  /** The photo of the unsent coffee with which the form starts. */
  get photo(): UnsentPhoto | undefined {
    return this.#unsent?.photo;
  }

  /** Continues a draft: text typed from now on replaces it. */
  resume(draft: Unsent): void {
    this.#id = draft.id;
    this.#saved = identityOf(draft.fields, draft.photo);
    this.#text = draftStorage.textOf(draft.id);
  }

  startNew(): void {
    this.#id = randomId();
    this.#saved = undefined;
    this.#text = undefined;
    this.#saveAgain = () => {};
  }

  /** Saves the fields and the photo, or removes the draft if the fields equal `start` and there is no photo. */
  save(fields: CoffeeFields, start: CoffeeFields, when: "typing" | "settled", photo?: UnsentPhoto): void {
    const identity = identityOf(fields, photo);
    if (identity === this.#saved || (when === "typing" && identity.length > longDraftCharacters)) return;
    if (draftStorage.textOf(this.#id) !== this.#text) this.startNew();
    this.#saved = identity;
    if (!photo && isSame(fields, start)) return this.drop();
    const loaded = this.#coffeeId !== undefined && { coffee: { ...start, _id: this.#coffeeId }, tag: undefined };
    const write = () => {
      const text = JSON.stringify({ id: this.#id, fields, photo, ...(loaded && { loaded }), time: Date.now() });
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

  /**
   * Removes the draft, unless another tab has overwritten it. What is in the form becomes a draft again only once it
   * differs from `sent`, which is saved by the server or among the unsent coffees.
   */
  drop(sent?: Pick<Unsent, "fields" | "photo">): void {
    if (sent) this.#saved = identityOf(sent.fields, sent.photo);
    if (draftStorage.textOf(this.#id) === this.#text) draftStorage.drop(this.#id);
    this.#text = undefined;
    this.#saveAgain = () => {};
  }
}
