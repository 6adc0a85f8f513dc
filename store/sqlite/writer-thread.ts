import { MessageChannel, Worker, type MessagePort } from "node:worker_threads";
import type { Version } from "../../catalogue/change.ts";
import { Fault } from "../../catalogue/fault.ts";
import { StoreRefused } from "../store-refused.ts";
import type { CommitMarks } from "./commit-marks.ts";
import { storageFailed } from "./driver-errors.ts";
import { toldError } from "./told-error.ts";
import type { OnDurable, OnProgress, Outcome, Writer, WriteRequest } from "./writer.ts";
import type { Ask, Told, WriterWork } from "./writer-worker.ts";

const workerFile = new URL("./writer-worker.ts", import.meta.url);

type Answer = Readonly<{ outcome?: Outcome; version?: Version }>;
type Awaited = Readonly<{ resolve: (answer: Answer) => void; reject: (error: unknown) => void }>;

/** Has a thread of its own write, so that whoever reads in this one waits neither for SQLite nor for a long write. */
export class WriterThread implements Writer {
  readonly #file: string;
  readonly #thread: Worker;
  readonly #port: MessagePort;
  readonly #exit: Promise<void>;
  readonly #onDurable: OnDurable;
  readonly #awaited = new Map<number, Awaited>();
  #asks: Ask[] = [];
  #id = 0;
  /** Once there is no thread any more; the operator is told of it once. */
  #ended: Readonly<{ words: StoreRefused; isTold: boolean }> | undefined;

  constructor(file: string, head: string, marks: CommitMarks, onDurable: OnDurable) {
    this.#file = file;
    this.#onDurable = onDurable;
    const { port1, port2: port } = new MessageChannel();
    const work: WriterWork = { file, head, marks: marks.shared, port };
    this.#port = port1;
    this.#thread = new Worker(workerFile, { workerData: work, transferList: [port] });
    this.#port.on("message", (told: readonly Told[]) => {
      for (const each of told) this.#hear(each);
    });
    this.#thread.on("error", (error) => this.#end(error)); // "exit" follows
    this.#exit = new Promise((resolve) => {
      this.#thread.on("exit", () => {
        this.#end(new Error("It ended."));
        resolve();
      });
    });
  }

  async write(request: WriteRequest, onProgress?: OnProgress): Promise<Outcome> {
    if (onProgress) throw new TypeError("A thread cannot be broken off, so it tells of no progress.");
    const { outcome } = await this.#ask(request);
    if (!outcome) throw new TypeError("A write was answered without an outcome.");
    return outcome;
  }

  async settle(): Promise<Version> {
    const { version } = await this.#ask("settle");
    if (!version) throw new TypeError("What is durable was answered without a version.");
    return version;
  }

  async ready(): Promise<void> {
    await this.#ask("ready");
  }

  async close(): Promise<void> {
    await this.#ask("close").catch(() => {}); // one that has ended is closed
    this.#port.close();
    await this.#exit;
  }

  #ask(what: Ask["what"]): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.#ended) {
        reject(storageFailed(this.#ended.isTold ? undefined : this.#ended.words));
        this.#ended = { ...this.#ended, isTold: true };
        return;
      }
      const id = this.#id++;
      this.#awaited.set(id, { resolve, reject });
      if (this.#asks.push({ id, what }) === 1) setImmediate(() => this.#send());
    });
  }

  /** One message for all that is asked in one turn. */
  #send(): void {
    const port = this.#port;
    port.postMessage(this.#asks);
    this.#asks = [];
  }

  #hear(told: Told): void {
    if (told.kind === "durable") {
      this.#onDurable(told.version, told.changes);
      return;
    }
    const awaited = this.#awaited.get(told.id);
    this.#awaited.delete(told.id);
    if (told.kind === "refusal") awaited?.reject(toldError(told.error));
    else awaited?.resolve(told);
  }

  /** Nobody can tell which of the writes under way were made. The operator is told once. */
  #end(cause: unknown): void {
    if (this.#ended) return;
    const told = `The thread that writes to ${this.#file} ended, so nothing is written from now on. Start the shop again.`;
    const words = new StoreRefused(told, { cause });
    this.#ended = { words, isTold: this.#awaited.size > 0 };
    const detail =
      "The shop stopped writing; nobody can tell whether this was kept. Look at what there is in a moment.";
    const unknown = new Fault("storage-unknown", detail, [], words);
    for (const { reject } of this.#awaited.values()) reject(unknown);
    this.#awaited.clear();
  }
}
