import { once } from "node:events";
import { MessageChannel, Worker } from "node:worker_threads";
import { scriptFile } from "../../../program/files.ts";
import type { Version } from "../../../catalogue/log/change.ts";
import type { HealOutcome, HealWork } from "./heal-worker.ts";

/** Runs `healDatabase` in a thread. Rejects if the thread ends without an outcome. */
export async function healInThread(file: string, acknowledged: Version): Promise<HealOutcome> {
  const { port1, port2: port } = new MessageChannel();
  const work: HealWork = { file, acknowledged, port };
  const thread = new Worker(scriptFile("heal-database"), { workerData: work, transferList: [port] });
  let outcome: HealOutcome | undefined;
  port1.on("message", (message: HealOutcome) => (outcome = message));
  await Promise.all([once(thread, "exit"), once(port1, "close")]); // the message arrives before the close
  if (!outcome) throw new Error("The thread that heals it ended.");
  return outcome;
}
