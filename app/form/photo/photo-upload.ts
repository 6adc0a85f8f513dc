import type { Answer, Failure } from "../../calls/product-server.ts";
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
  /** Counts the choices of a form. */
  number: number;
  /** An address under which the page can show the file, or its edited copy once that is made. */
  picture: string;
  stage: UploadStage;
}>;

/** How the upload of a photo ends; "dropped" if the visitor no longer wants it. */
export type UploadEnding = "done" | "failed" | "dropped";

/** What an upload does: shrink a photo, and send it. */
type Steps = Readonly<{
  shrink: (photo: Blob, edit: PhotoEdit | undefined, signal: AbortSignal) => Promise<Blob>;
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

  /** Uploads a file in place of an earlier one. */
  choose(file: Blob): void {
    this.#count += 1;
    this.#start(file, undefined, this.#show(file));
  }

  /** Uploads the chosen file as it is edited now. */
  edit(edit: PhotoEdit): void {
    if (this.#chosen) this.#start(this.#chosen.file, edit, this.#chosen.picture);
  }

  /** Uploads the chosen file once more. */
  retry(): void {
    if (this.#chosen) this.#start(this.#chosen.file, this.#chosen.edit, this.#chosen.picture);
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

  #start(file: Blob, edit: PhotoEdit | undefined, picture: string): void {
    this.#abort.abort();
    this.#abort = new AbortController();
    const chosen: ChosenFile = { file, edit, number: this.#count, picture, stage: { kind: "preparing" } };
    this.#set(chosen);
    this.#ending = this.#upload(chosen, this.#abort.signal);
  }

  async #upload(begun: ChosenFile, signal: AbortSignal): Promise<UploadEnding> {
    const { file, edit } = begun;
    const small = await this.#steps.shrink(file, edit, signal);
    if (signal.aborted) return "dropped";
    const chosen = edit ? { ...begun, picture: this.#show(small) } : begun;
    const note = (stage: UploadStage) => this.#set({ ...chosen, stage });
    note({ kind: "sending", part: 0 });
    const answer = await this.#steps.send(small, signal, (part) => signal.aborted || note({ kind: "sending", part }));
    if (signal.aborted) return "dropped";
    note(answer.ok ? { kind: "done", address: answer.value } : { kind: "failed", failure: answer.failure });
    return answer.ok ? "done" : "failed";
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
