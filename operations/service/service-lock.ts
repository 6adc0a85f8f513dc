import { makePrivateFile } from "../../store/files/private-files.ts";
import { ScopedDatabase } from "../../store/sqlite/file/scoped-database.ts";
import { OperationRefused } from "../operation-refused.ts";

/**
 * Keeps other commands from changing the service until it is disposed of, or this process ends. Throws
 * `OperationRefused` while another one does. The system forgets the file when it boots.
 */
export function lockService(file = "/run/niceties-service.lock"): Disposable {
  makePrivateFile(file);
  const lock = new ScopedDatabase(file, { timeout: 0 });
  try {
    lock.exec("BEGIN EXCLUSIVE");
    return lock;
  } catch (error) {
    lock.close();
    throw new OperationRefused(
      "Another niceties service command is changing the service. Wait until it has ended, then run this one again.",
      { cause: error },
    );
  }
}
