import { workerData, type MessagePort } from "node:worker_threads";
import { openToCheckpoint } from "../file/open-database.ts";

/** What the thread is started with: the database, and the port on which it is told what to do. */
export type CheckpointWork = Readonly<{ file: string; port: MessagePort }>;

// Each message asks for a checkpoint, which waits for nobody and keeps nobody waiting. It is answered by how many frames
// the log has, copied or not. The closing of the port ends the thread.
const { file, port }: CheckpointWork = workerData;
const database = openToCheckpoint(file);
port.on("message", () => {
  const [outcome] = database.prepare<[], { log: number }>("PRAGMA wal_checkpoint(PASSIVE)").all();
  port.postMessage(outcome?.log ?? 0);
});
port.on("close", () => database.close());
