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

/** What the thread is started with: its files, the marks that it sets, and the port on which it is asked. */
export type WriterWork = Readonly<{
  file: string;
  newestChange: string;
  progress: SharedArrayBuffer;
  port: MessagePort;
  catalogueLimit: number;
}>;

/** What is asked of the thread; each is answered under its number. */
export type WriterRequest = Readonly<{ id: number; action: WriteRequest | "ready" | "close" }>;

/** What the thread tells, in its order. */
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

/** One message for all that is told in one turn. */
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
