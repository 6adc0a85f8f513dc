import { randomId } from "../../../client/random-id.ts";
import type { Answer, Failure } from "../../calls/product-server.ts";
import type { UnsentPhoto } from "../unsent/unsent.ts";
import type { PhotoEdit } from "./draw-photo.ts";

/** How far an upload is. `part` is what has been sent, from 0 to 1. */
export type UploadStage =
  | Readonly<{ kind: "preparing" }>
  | Readonly<{ kind: "sending"; part: number }>
  | Readonly<{ kind: "failed"; failure: Failure }>
  | Readonly<{ kind: "done"; address: string }>;

export type ChosenFile = Readonly<{
  file: Blob;
  edit: PhotoEdit | undefined;
  /** The file as it is uploaded, once it is ready. */
  ready?: Blob | undefined;
  /** The name under which the browser has it; undefined while it is not ready, and if the browser cannot store it. */
  storedAs?: string | undefined;
  /** The description that it got in an earlier visit. */
  alt?: string;
  /** Counts the choices of a form. */
  number: number;
  /** An address under which the page can show the file, or its edited copy once that is made. */
  picture: string;
  stage: UploadStage;
}>;

/** How the upload of a photo ends; "dropped" if the visitor no longer wants it. */
export type UploadEnding = "done" | "failed" | "dropped";

/** What an upload does: shrink a photo, store it in the browser meanwhile, and send it. */
type Steps = Readonly<{
  shrink: (photo: Blob, edit: PhotoEdit | undefined, signal: AbortSignal) => Promise<Blob>;
  /** Resolves to whether the browser has stored it. */
  store: (id: string, photo: Blob) => Promise<boolean>;
  send: (photo: Blob, signal: AbortSignal, onProgress: (part: number) => void) => Promise<Answer<string>>;
}>;

/** The photo that is chosen in a form. It is shrunk and sent at once, and again whenever it is edited. */
export class PhotoUpload {
  readonly #steps: Steps;
  readonly #listeners = new Set<(chosen: ChosenFile | undefined) => void>();
  #chosen: ChosenFile | undefined;
  #count = 0;
  #abort = new AbortController();
  #ending: Promise<UploadEnding> | undefined;

  constructor(steps: Steps) {
    this.#steps = steps;
  }

  /** Calls `listener` at each step, and with undefined when the photo is dropped. Returns a function that ends that. */
  watch(listener: (chosen: ChosenFile | undefined) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  get chosen(): ChosenFile | undefined {
    return this.#chosen;
  }

  /** Uploads a file in place of an earlier one. */
  choose(file: Blob): void {
    this.#count += 1;
    this.#start({ file, edit: undefined, picture: this.#show(file) });
  }

  /** Uploads a photo of an earlier visit, which is ready and stored as `id`. */
  resume(ready: Blob, { id, alt }: UnsentPhoto): void {
    this.#count += 1;
    this.#start({ file: ready, edit: undefined, picture: this.#show(ready), ready, storedAs: id, alt });
  }

  /** Uploads the chosen file as it is edited now. */
  edit(edit: PhotoEdit): void {
    if (this.#chosen) this.#start({ file: this.#chosen.file, edit, picture: this.#chosen.picture });
  }

  /** Uploads the chosen file once more. */
  retry(): void {
    if (this.#chosen) this.#start(this.#chosen);
  }

  /** Stores the photo once more. Resolves to whether the browser has it. */
  async storeAgain(): Promise<boolean> {
    const { ready, storedAs } = this.#chosen ?? {};
    return ready !== undefined && storedAs !== undefined && this.#steps.store(storedAs, ready);
  }

  /** Ends the upload, and forgets the file. */
  drop(): void {
    this.#abort.abort();
    if (!this.#chosen) return;
    URL.revokeObjectURL(this.#chosen.picture);
    this.#set(undefined);
  }

  /** Resolves to how the last upload ends. */
  async whenEnded(): Promise<UploadEnding> {
    const current = this.#ending;
    const ending = (await current) ?? "dropped";
    return current === this.#ending ? ending : this.whenEnded();
  }

  #start(file: Omit<ChosenFile, "number" | "stage">): void {
    this.#abort.abort();
    this.#abort = new AbortController();
    const chosen: ChosenFile = { ...file, number: this.#count, stage: { kind: "preparing" } };
    this.#set(chosen);
    this.#ending = this.#upload(chosen, this.#abort.signal);
  }

  async #upload(begun: ChosenFile, signal: AbortSignal): Promise<UploadEnding> {
    const { file, edit, picture, ready: earlier } = begun;
    const ready = earlier ?? (await this.#steps.shrink(file, edit, signal));
    if (signal.aborted) return "dropped";
    const note = (news: Partial<ChosenFile>) => {
      if (!signal.aborted && this.#chosen) this.#set({ ...this.#chosen, ...news });
    };
    const isSending = (part: number) => note({ stage: { kind: "sending", part } });
    let storing: Promise<void> | undefined;
    if (earlier) isSending(0);
    else storing = this.#store(ready, { ...begun, picture: edit ? this.#show(ready) : picture });
    const answer = await this.#steps.send(ready, signal, isSending);
    // The form then says whether the browser has the photo, and the visitor may leave the page.
    if (!answer.ok && answer.failure.status === undefined) await storing;
    if (signal.aborted) return "dropped";
    note({
      stage: answer.ok ? { kind: "done", address: answer.value } : { kind: "failed", failure: answer.failure },
    });
    return answer.ok ? "done" : "failed";
  }

  /** Names the photo before it is stored: photos without a name are removed. Resolves once it is stored, or cannot be. */
  async #store(ready: Blob, chosen: ChosenFile): Promise<void> {
    const id = randomId();
    this.#set({ ...chosen, ready, storedAs: id, stage: { kind: "sending", part: 0 } });
    const isStored = await this.#steps.store(id, ready);
    if (!isStored && this.#chosen?.storedAs === id) this.#set({ ...this.#chosen, storedAs: undefined });
  }

  /** The address of a picture that the page shows in place of the last one. */
  #show(picture: Blob): string {
    if (this.#chosen) URL.revokeObjectURL(this.#chosen.picture);
    return URL.createObjectURL(picture);
  }

  #set(chosen: ChosenFile | undefined): void {
    this.#chosen = chosen;
    for (const listener of this.#listeners) listener(chosen);
  }
}
