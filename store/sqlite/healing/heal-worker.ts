import { workerData, type MessagePort } from "node:worker_threads";
import type { Version } from "../../../catalogue/log/change.ts";
import { healDatabase, isPassing } from "./heal-database.ts";
import { serialiseError, type SerialisedError } from "../writing/error-message.ts";

/** What the thread is started with: the database, the newest change that was acknowledged, and the port for the outcome. */
export type HealWork = Readonly<{ file: string; acknowledged: Version; port: MessagePort }>;

/** What the thread tells at its end: the error that it met, where it met one. */
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
