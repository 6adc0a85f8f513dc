import Database from "better-sqlite3";
import { Fault } from "../../catalogue/fault.ts";
import { StoreRefused } from "../store-refused.ts";

/**
 * Runs `act`, and turns errors of the driver into faults, by their code and never by their text. Other errors are
 * thrown unchanged. If the operator has to act, the fault's cause is a `StoreRefused`.
 */
export function translateDriverErrors<T>(file: string, act: () => T): T {
  try {
    return act();
  } catch (error) {
    throw faultOf(file, error) ?? error;
  }
}

/** The fault for a driver's error with `file`; undefined for other errors. */
export function faultOf(file: string, error: unknown): Fault | undefined {
  if (!(error instanceof Database.SqliteError)) return undefined;
  const { code } = error;
  if (isFullDisk(code)) {
    const message = `The disk that ${file} is on is full, so nothing was written. Make room there; nothing else is to be done.`;
    return new Fault("storage-full", "disk", new StoreRefused(message, { cause: error }));
  }
  if (code.startsWith("SQLITE_BUSY")) {
    return new Fault("storage-busy", {}, error);
  }
  return code.startsWith("SQLITE_IOERR") ? diskFailed(file, code, error) : undefined;
}

/** The fault for a failed sync of `file`. */
export function syncFailed(file: string, error: unknown): Fault {
  const code = error instanceof Error && "code" in error ? String(error.code) : "no reason given";
  return diskFailed(file, code, error);
}

function diskFailed(file: string, code: string, cause: unknown): Fault {
  const message = `The disk that ${file} is on failed (${code}), so nothing is written for now. The shop goes on writing by itself once the disk works; look at the disk.`;
  return new Fault("storage-failed", "disk", new StoreRefused(message, { cause }));
}

/** If the disk is full, SQLite may also fail to grow the index of the write-ahead log. */
export function isFullDisk(code: string): boolean {
  return ["ENOSPC", "SQLITE_FULL", "SQLITE_IOERR_SHMSIZE"].includes(code);
}
