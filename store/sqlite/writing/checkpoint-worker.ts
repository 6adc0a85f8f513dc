import { workerData, type MessagePort } from "node:worker_threads";
import { openToCheckpoint } from "../file/open-database.ts";

/** The thread's input: the database, and the port for requests. */
export type CheckpointWork = Readonly<{ file: string; port: MessagePort }>;

// Each message requests a passive checkpoint, which neither waits nor makes others wait. The answer is the number of
// frames in the log, copied or not. Closing the port ends the thread.
const { file, port }: CheckpointWork = workerData;
const database = openToCheckpoint(file);
port.on("message", () => {
  const [outcome] = database.prepare<[], { log: number }>("PRAGMA wal_checkpoint(PASSIVE)").all();
  port.postMessage(outcome?.log ?? 0);
});
port.on("close", () => database.close());
