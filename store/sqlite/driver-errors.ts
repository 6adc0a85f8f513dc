import Database from "better-sqlite3";
import { Fault } from "../../catalogue/fault.ts";

/**
 * Turns the driver's errors into faults: by its code, never by its words. What is not expected goes on to the edge as it
 * is.
 */
export function translateDriverErrors<T>(act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw (error instanceof Database.SqliteError ? faultOf(error, error.code) : undefined) ?? error;
  }
}

function faultOf(error: Error, code: string): Fault | undefined {
  // A write-ahead index that cannot grow is the same full disk by another name.
  if (code === "SQLITE_FULL" || code === "SQLITE_IOERR_SHMSIZE") {
    return new Fault("storage-full", "The shop's disk is full; nothing was written.", [], error);
  }
  if (code.startsWith("SQLITE_BUSY")) {
    return new Fault(
      "storage-busy",
      "The shop's catalogue is busy; nothing was written. Try again in a moment.",
      [],
      error,
    );
  }
  return code.startsWith("SQLITE_IOERR") ? storageFailed(error) : undefined;
}

export function storageFailed(cause?: unknown): Fault {
  const detail = "The shop's disk failed, so nothing is written until the operator has looked at it.";
  return new Fault("storage-failed", detail, [], cause);
}
