import { MessageChannel, Worker, type MessagePort } from "node:worker_threads";
import { scriptFile } from "../../../program/files.ts";
import { Fault } from "../../../catalogue/fault.ts";
import { StoreRefused } from "../../store-refused.ts";
import type { SharedProgress } from "./shared-progress.ts";
import { deserialiseError } from "./error-message.ts";
import type { OnDurable, OnProgress, Outcome, Writer, WriteRequest } from "./writer.ts";
import type { WriterRequest, WriterMessage, WriterWork } from "./writer-worker.ts";
import { smallThread } from "./small-thread.ts";

type Answer = Readonly<{ outcome?: Outcome }>;
type PendingRequest = Readonly<{ resolve: (answer: Answer) => void; reject: (error: unknown) => void }>;

/** A thread that ended is replaced, but only this many times within a minute. */
const endsAtMost = 3;
const withinMs = 60_000;

/** Called about the thread when no write can report it. */
export type WriterEvents = Readonly<{
  /** The thread ended, and a new one writes from now on. */
  onReplaced: (why: StoreRefused) => void;
  /** The threads keep ending, so nothing is written any more. */
  onGivenUp: (why: StoreRefused) => void;
}>;

type RunningThread = Readonly<{ port: MessagePort; exit: Promise<void> }>;

/** Writes in a thread of its own, so that readers in this one wait neither for SQLite nor for a long write. */
export class WriterThread implements Writer {
  readonly #file: string;
  readonly #newestChangeFile: string;
  readonly #progress: SharedProgress;
  readonly #onDurable: OnDurable;
  readonly #catalogueLimit: number;
  readonly #events: WriterEvents;
  readonly #pending = new Map<number, PendingRequest>();
  #running: RunningThread;
  #requests: WriterRequest[] = [];
  #id = 0;
  #isClosed = false;
  /** When the last threads ended, by `performance.now()`. */
  #ends: number[] = [];
  #hasGivenUp = false;

  constructor(
    file: string,
    newestChangeFile: string,
    progress: SharedProgress,
    onDurable: OnDurable,
    catalogueLimit: number,
    events: WriterEvents,
  ) {
    this.#file = file;
    this.#newestChangeFile = newestChangeFile;
    this.#progress = progress;
    this.#onDurable = onDurable;
    this.#catalogueLimit = catalogueLimit;
    this.#events = events;
    this.#running = this.#start();
  }

  #start(): RunningThread {
    const { port1: port, port2 } = new MessageChannel();
    const work: WriterWork = {
      file: this.#file,
      newestChange: this.#newestChangeFile,
      progress: this.#progress.shared,
      port: port2,
      catalogueLimit: this.#catalogueLimit,
    };
    const thread = new Worker(scriptFile("write-changes"), {
      workerData: work,
      transferList: [port2],
      resourceLimits: smallThread,
    });
    port.on("message", (messages: readonly WriterMessage[]) => {
      for (const each of messages) this.#receive(each);
    });
    let cause = new Error("It ended by itself.");
    thread.on("error", (error: Error) => (cause = error)); // "exit" follows
    const exit = new Promise<void>((resolve) => {
      thread.on("exit", () => {
        resolve();
        port.close();
        this.#replace(cause);
      });
    });
    return { port, exit };
  }

  async write(request: WriteRequest, onProgress?: OnProgress): Promise<Outcome> {
    if (onProgress) throw new TypeError("A thread cannot be broken off, so it tells of no progress.");
    const { outcome } = await this.#request(request);
    if (!outcome) throw new TypeError("A write was answered without an outcome.");
    return outcome;
  }

  async ready(): Promise<void> {
    await this.#request("ready");
  }

  async close(): Promise<void> {
    await this.#request("close").catch(() => {}); // a thread that has ended counts as closed
    this.#isClosed = true;
    this.#running.port.close();
    await this.#running.exit;
  }

  #request(what: WriterRequest["action"]): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) throw new TypeError("The store is closed.");
      if (this.#hasGivenUp) {
        reject(new Fault("storage-unknown", "the writer ended"));
        return;
      }
      const id = this.#id++;
      this.#pending.set(id, { resolve, reject });
      if (this.#requests.push({ id, action: what }) === 1) setImmediate(() => this.#send());
    });
  }

  /** Sends all requests of a turn in one message. */
  #send(): void {
    const { port } = this.#running;
    port.postMessage(this.#requests);
    this.#requests = [];
  }

  #receive(message: WriterMessage): void {
    if (message.kind === "durable") {
      this.#onDurable(message.version, message.changes);
      return;
    }
    const pending = this.#pending.get(message.id);
    this.#pending.delete(message.id);
    if (message.kind === "refusal") pending?.reject(deserialiseError(message.error));
    else pending?.resolve(message);
  }

  /**
   * It is not known which of the pending writes were made. The next thread finds those that were when it opens the log.
   */
  #replace(cause: Error): void {
    if (this.#isClosed) return;
    const now = performance.now();
    this.#ends = [...this.#ends.filter((end) => now - end < withinMs), now];
    this.#hasGivenUp = this.#ends.length >= endsAtMost;
    const next = this.#hasGivenUp
      ? `the last of ${endsAtMost} within a minute. Nothing is written any more`
      : "and another has taken its place. Nobody can tell whether the writes under way were made";
    const why = new StoreRefused(`The thread that writes to ${this.#file} ended (${cause.message}), ${next}.`, {
      cause,
    });
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    this.#requests = [];
    if (!this.#hasGivenUp) this.#running = this.#start();
    pending.forEach(({ reject }, index) =>
      reject(new Fault("storage-unknown", "the writer ended", index === 0 ? why : undefined)),
    );
    if (this.#hasGivenUp) this.#events.onGivenUp(why);
    else if (pending.length === 0) this.#events.onReplaced(why);
  }
}
