import type Database from "better-sqlite3";
import { MessageChannel, Worker, type MessagePort } from "node:worker_threads";
import { scriptFile } from "../../../program/files.ts";
import type { CheckpointWork } from "./checkpoint-worker.ts";
import { smallThread } from "./small-thread.ts";

/** About two megabytes of log, since each change writes several pages. */
const changesPerCheckpoint = 500;
/** More changes may follow while the thread works, up to this number. */
const changesAtMost = 2_000;
/** 16 MB. Above it writes wait, because the log restarts only if all of it was copied while nothing was written. */
const framesAtMost = 4_000;
/** 64 MB. Above it SQLite itself checkpoints in a commit, in case the thread does not. */
const framesAtLast = 16_000;

type RunningThread = Readonly<{ thread: Worker; port: MessagePort }>;

/**
 * Keeps the write-ahead log small by checkpoints in a thread of its own. A checkpoint waits for the disk several times,
 * and would block the event loop.
 */
export class Checkpointer {
  readonly #file: string;
  #running: RunningThread | undefined;
  #working: Promise<void> | undefined;
  #changes = 0;
  #answer: (frames: number) => void = () => {};
  /** The log's length at the last checkpoint. */
  #frames = 0;

  constructor(file: string, database: Database.Database) {
    this.#file = file;
    database.pragma(`wal_autocheckpoint = ${framesAtLast}`);
  }

  /** Call it after each commit. If a checkpoint fails, the log stays as it is until a later one. */
  noteCommit(changes: number): void {
    this.#changes += changes;
    if (this.#changes >= changesPerCheckpoint) void this.#checkpoint();
  }

  /** Await it before commits. If the log has become long, it waits until all of it is copied. */
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

  /** Never rejects. If the thread cannot start, or its disk is full, the log stays as it is. */
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
    const thread = new Worker(scriptFile("checkpoint-log"), {
      workerData: work,
      transferList: [port2],
      resourceLimits: smallThread,
    });
    port.on("message", (frames: unknown) => this.#answer(Number(frames)));
    port.unref();
    thread.on("error", () => {}); // such as a full disk; "exit" follows
    thread.on("exit", () => {
      this.#running = undefined;
      this.#answer(0);
    });
    return { thread, port };
  }
}
