import Database from "better-sqlite3";
import { workerData, type MessagePort } from "node:worker_threads";
import type { Version } from "../../../catalogue/change.ts";
import type { FollowedChange } from "../../../catalogue/coffee-store.ts";
import { CommitMarks } from "./shared-progress.ts";
import { Head } from "../file/newest-change-file.ts";
import { LogWriter } from "./log-writer.ts";
import { makeDurable } from "../file/open-database.ts";
import { tellError, type ToldError } from "./error-message.ts";
import type { OnDurable, Outcome, WriteRequest } from "./writer.ts";

/** What the thread is started with: its files, the marks that it sets, and the port on which it is asked. */
export type WriterWork = Readonly<{
  file: string;
  head: string;
  marks: SharedArrayBuffer;
  port: MessagePort;
  catalogueLimit: number;
}>;

/** What is asked of the thread; each is answered under its number. */
export type Ask = Readonly<{ id: number; what: WriteRequest | "ready" | "close" }>;

/** What the thread tells, in its order. */
export type Told = Readonly<
  | { kind: "durable"; version: Version; changes: readonly FollowedChange[] }
  | { kind: "answer"; id: number; outcome?: Outcome }
  | { kind: "refusal"; id: number; error: ToldError }
>;

const { file, head: headFile, marks, port, catalogueLimit }: WriterWork = workerData;
const database = new Database(file, { fileMustExist: true });
makeDurable(database);
const head = new Head(headFile);
const tellDurable: OnDurable = (version, changes) => tell({ kind: "durable", version, changes });
const writer = new LogWriter(file, database, head, new CommitMarks(marks), tellDurable, catalogueLimit);

let outbox: Told[] = [];

/** One message for all that is told in one turn. */
function tell(told: Told): void {
  if (outbox.push(told) === 1) setImmediate(send);
}

function send(): void {
  port.postMessage(outbox);
  outbox = [];
}

async function answer({ id, what }: Ask): Promise<void> {
  try {
    tell({ kind: "answer", id, ...(await done(what)) });
  } catch (error) {
    tell({ kind: "refusal", id, error: tellError(error) });
  }
}

async function done(what: Ask["what"]): Promise<{ outcome?: Outcome }> {
  if (typeof what === "object") return { outcome: await writer.write(what) };
  if (what === "ready") await writer.ready();
  else {
    await writer.close();
    database.close();
    head.close();
  }
  return {};
}

port.on("message", (asks: readonly Ask[]) => {
  for (const ask of asks) void answer(ask);
});
