import type Database from "better-sqlite3";
import { MessageChannel, Worker, type MessagePort } from "node:worker_threads";
import type { CheckpointWork } from "./checkpoint-worker.ts";
import { smallThread } from "./small-thread.ts";

const workerFile = new URL("./checkpoint-worker.ts", import.meta.url);
/** Two megabytes or so of the log, as each dirties several pages. */
const changesPerCheckpoint = 500;
/** How many more may follow while the thread is at work. */
const changesAtMost = 2_000;
/** 16 MB, from where on writes wait: the log begins anew only when all of it was copied while nobody wrote. */
const framesAtMost = 4_000;
/** 64 MB, where SQLite itself copies the log within a commit, should the thread not do its work. */
const framesAtLast = 16_000;

type RunningThread = Readonly<{ thread: Worker; port: MessagePort }>;

/**
 * Keeps the write-ahead log small: copies it into the database in a thread of its own, for a checkpoint waits for the disk
 * several times, and would hold up all that the event loop has to do.
 */
export class Checkpointer {
  readonly #file: string;
  #running: RunningThread | undefined;
  #working: Promise<void> | undefined;
  #changes = 0;
  #answer: (frames: number) => void = () => {};
  /** In the log, as the last checkpoint found it. */
  #frames = 0;

  constructor(file: string, database: Database.Database) {
    this.#file = file;
    database.pragma(`wal_autocheckpoint = ${framesAtLast}`);
  }

  /** To be told of each commit. A checkpoint that fails is no harm: the log stays as it is until a later one. */
  noteCommit(changes: number): void {
    this.#changes += changes;
    if (this.#changes >= changesPerCheckpoint) void this.#checkpoint();
  }

  /** To be waited for before commits: where the log has become long, nothing is written until all of it is copied. */
  async makeRoom(): Promise<void> {
    if (this.#frames < framesAtMost && this.#changes < changesAtMost) return;
    await this.#working;
    await this.#checkpoint();
    this.#frames = 0;
  }

  async close(): Promise<void> {
    await this.#working;
    if (!this.#running) return;
    const { thread, port } = this.#running;
    thread.ref();
    const exit = new Promise((resolve) => thread.once("exit", resolve));
    port.close();
    await exit;
  }

  /** Never rejects: where there is no thread to be had, or its disk is full, the log stays as it is. */
  #checkpoint(): Promise<void> {
    this.#working ??= this.#requestCheckpoint()
      .catch(() => {})
      .finally(() => (this.#working = undefined));
    return this.#working;
  }

  async #requestCheckpoint(): Promise<void> {
    this.#changes = 0;
    this.#running ??= this.#start();
    const { thread, port } = this.#running;
    const answer = Promise.withResolvers<number>();
    this.#answer = answer.resolve;
    thread.ref();
    port.postMessage(null);
    this.#frames = await answer.promise;
    thread.unref();
  }

  #start(): RunningThread {
    const { port1: port, port2 } = new MessageChannel();
    const work: CheckpointWork = { file: this.#file, port: port2 };
    const thread = new Worker(workerFile, { workerData: work, transferList: [port2], resourceLimits: smallThread });
    port.on("message", (frames: unknown) => this.#answer(Number(frames)));
    port.unref();
    thread.on("error", () => {}); // such as that of a full disk; "exit" follows
    thread.on("exit", () => {
      this.#running = undefined;
      this.#answer(0);
    });
    return { thread, port };
  }
}
