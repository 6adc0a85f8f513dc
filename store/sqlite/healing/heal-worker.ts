import { workerData, type MessagePort } from "node:worker_threads";
import type { Version } from "../../../catalogue/log/change.ts";
import { healDatabase, isPassing } from "./heal-database.ts";
import { serialiseError, type SerialisedError } from "../writing/error-message.ts";

/** The thread's input: the database, its newest acknowledged change, and the port for the outcome. */
export type HealWork = Readonly<{ file: string; acknowledged: Version; port: MessagePort }>;

/** The thread's outcome: the error, if there was one. */
export type HealOutcome = Readonly<{ error: SerialisedError | undefined; isPassing: boolean }>;

const { file, acknowledged, port }: HealWork = workerData;
let outcome: HealOutcome = { error: undefined, isPassing: false };
try {
  await healDatabase(file, acknowledged);
} catch (error) {
  outcome = { error: serialiseError(error), isPassing: isPassing(error) };
}
port.postMessage(outcome);
port.close();
