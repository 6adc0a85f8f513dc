import { MessageChannel, Worker, type MessagePort } from "node:worker_threads";
import { Fault } from "../../catalogue/fault.ts";
import { StoreRefused } from "../store-refused.ts";
import type { CommitMarks } from "./commit-marks.ts";
import { storageFailed } from "./driver-errors.ts";
import { toldError } from "./told-error.ts";
import type { OnDurable, OnProgress, Outcome, Writer, WriteRequest } from "./writer.ts";
import type { Ask, Told, WriterWork } from "./writer-worker.ts";

const workerFile = new URL("./writer-worker.ts", import.meta.url);

type Answer = Readonly<{ outcome?: Outcome }>;
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
  #isClosed = false;
  #hasEnded = false;
  /** Why there is no thread any more, for the next who asks: the operator is told of it once. */
  #untold: StoreRefused | undefined;

  constructor(file: string, head: string, marks: CommitMarks, onDurable: OnDurable, catalogueLimit: number) {
    this.#file = file;
    this.#onDurable = onDurable;
    const { port1, port2: port } = new MessageChannel();
    const work: WriterWork = { file, head, marks: marks.shared, port, catalogueLimit };
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

  async ready(): Promise<void> {
    await this.#ask("ready");
  }

  async close(): Promise<void> {
    await this.#ask("close").catch(() => {}); // one that has ended is closed
    this.#isClosed = true;
    this.#port.close();
    await this.#exit;
  }

  #ask(what: Ask["what"]): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) throw new TypeError("The store is closed.");
      if (this.#hasEnded) {
        reject(storageFailed(this.#takeUntold()));
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

  #takeUntold(): StoreRefused | undefined {
    const untold = this.#untold;
    this.#untold = undefined;
    return untold;
  }

  /** Nobody can tell which of the writes under way were made. */
  #end(cause: unknown): void {
    if (this.#hasEnded || this.#isClosed) return;
    this.#hasEnded = true;
    const told = `The thread that writes to ${this.#file} ended, so nothing is written from now on. Start the shop again.`;
    this.#untold = new StoreRefused(told, { cause });
    const detail = {
      en: "The shop stopped writing; nobody can tell whether this was kept. Look at what there is in a moment.",
      bn: "দোকানে সংরক্ষণ বন্ধ হয়ে গেছে; এটি সংরক্ষিত হয়েছে কি না, বলা যাচ্ছে না। একটু পরে দেখে নিন।",
    };
    for (const { reject } of this.#awaited.values())
      reject(new Fault("storage-unknown", detail, [], this.#takeUntold()));
    this.#awaited.clear();
  }
}
