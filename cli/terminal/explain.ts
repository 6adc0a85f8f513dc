import { Fault } from "../../catalogue/fault.ts";
import { OperationRefused } from "../../operations/operation-refused.ts";
import { CannotStart } from "../../server/operate/cannot-start.ts";
import { BadSettings } from "../../server/settings.ts";
import { StoreRefused } from "../../store/store-refused.ts";
import { CommandFailed } from "./command-failed.ts";
import { Interrupted } from "./interruption.ts";

/** The message of an expected error; undefined for a bug. */
export function explain(error: unknown): string | undefined {
  if (error instanceof BadSettings) return error.problems.join("\n");
  const isExpected = [CommandFailed, OperationRefused, Interrupted, CannotStart, StoreRefused, Fault].some(
    (kind) => error instanceof kind,
  );
  if (!(error instanceof Error)) return undefined;
  if (isExpected) return error.cause instanceof StoreRefused ? error.cause.message : error.message;
  const reason = "code" in error ? systemReasons.get(String(error.code)) : undefined;
  return reason && `${"path" in error ? `${String(error.path)}: ` : ""}${reason}`;
}

const systemReasons = new Map([
  ["EACCES", "permission denied. Run this as the user that runs the shop, or give that user the right."],
  ["EPERM", "permission denied. Run this as the user that runs the shop, or give that user the right."],
  ["EROFS", "the disk is read-only. Name a place on another one."],
  ["ENOSPC", "the disk is full. Make room, and run the same command again; nothing is half done."],
  ["ENOENT", "there is no such file or directory. Correct the name."],
  ["ENOTDIR", "a file stands where a directory should be. Name another place."],
  ["EISDIR", "that is a directory. Name a file."],
  ["EEXIST", "something is there already. Name another place."],
  ["SQLITE_FULL", "The disk is full. Make room, and run the same command again; nothing is half done."],
]);
