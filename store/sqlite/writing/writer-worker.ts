import Database from "better-sqlite3";
import { workerData, type MessagePort } from "node:worker_threads";
import type { Version } from "../../../catalogue/log/change.ts";
import type { FollowedChange } from "../../../catalogue/coffee-store.ts";
import { SharedProgress } from "./shared-progress.ts";
import { NewestChangeFile } from "../file/newest-change-file.ts";
import { LogWriter } from "./log-writer.ts";
import { makeDurable } from "../file/open-database.ts";
import { serialiseError, type SerialisedError } from "./error-message.ts";
import type { OnDurable, Outcome, WriteRequest } from "./writer.ts";

/** The thread's input: its files, the shared progress, and the port for requests. */
export type WriterWork = Readonly<{
  file: string;
  newestChange: string;
  progress: SharedArrayBuffer;
  port: MessagePort;
  catalogueLimit: number;
}>;

/** A request to the thread. It is answered under its id. */
export type WriterRequest = Readonly<{ id: number; action: WriteRequest | "ready" | "close" }>;

/** A message from the thread, in the order of events. */
export type WriterMessage = Readonly<
  | { kind: "durable"; version: Version; changes: readonly FollowedChange[] }
  | { kind: "answer"; id: number; outcome?: Outcome }
  | { kind: "refusal"; id: number; error: SerialisedError }
>;

const { file, newestChange: newestChangeFile, progress, port, catalogueLimit }: WriterWork = workerData;
const database = new Database(file, { fileMustExist: true });
makeDurable(database);
const newestChange = new NewestChangeFile(newestChangeFile);
const postDurable: OnDurable = (version, changes) => post({ kind: "durable", version, changes });
const writer = new LogWriter(file, database, newestChange, new SharedProgress(progress), postDurable, catalogueLimit);

let outbox: WriterMessage[] = [];

/** Sends all messages of a turn together. */
function post(message: WriterMessage): void {
  if (outbox.push(message) === 1) setImmediate(send);
}

function send(): void {
  port.postMessage(outbox);
  outbox = [];
}

async function answer({ id, action }: WriterRequest): Promise<void> {
  try {
    post({ kind: "answer", id, ...(await perform(action)) });
  } catch (error) {
    post({ kind: "refusal", id, error: serialiseError(error) });
  }
}

async function perform(action: WriterRequest["action"]): Promise<{ outcome?: Outcome }> {
  if (typeof action === "object") return { outcome: await writer.write(action) };
  if (action === "ready") await writer.ready();
  else {
    await writer.close();
    database.close();
    newestChange.close();
  }
  return {};
}

port.on("message", (asks: readonly WriterRequest[]) => {
  for (const ask of asks) void answer(ask);
});
