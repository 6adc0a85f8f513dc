import { DatabaseError } from "pg";
import { Fault } from "../../../catalogue/fault.ts";
import { StoreRefused } from "../../store-refused.ts";
import { systemReason } from "../../system-reasons.ts";
import { ConnectionLost } from "./connection.ts";

/*
 * Errors are recognised by the code of the driver or the system, never by their text.
 */

/**
 * SQLSTATE codes of temporary errors: conflicts, lock timeouts, servers that start, stop, or have no free connection.
 */
const passing = /^(08|40|53300|55P03|57P|57014|25006|25P03)/;

/** Whether the same query may succeed a moment later, perhaps on another connection. */
export function passes(error: unknown): boolean {
  return error instanceof ConnectionLost || (error instanceof DatabaseError && passing.test(error.code ?? ""));
}

/** The fault for an error of the server; any other error unchanged. */
export function faultOf(place: string, error: unknown): unknown {
  if (!(error instanceof DatabaseError)) return error;
  if (error.code === "53100") {
    const message = `The disk of ${place} is full, so nothing was written. Make room there; nothing else is to be done.`;
    return new Fault("storage-full", "database", new StoreRefused(message, { cause: error }));
  }
  if (error.code?.startsWith("58") || error.code?.startsWith("XX")) {
    const message = `${place} failed (${error.code}). Look at the server's log.`;
    return new Fault("storage-failed", "database", new StoreRefused(message));
  }
  return error;
}

/** The fault for a database that lacks a change which this process has acknowledged. */
export function storageLost(place: string, number: number): Fault {
  const message = `${place} has lost change ${number}, which was acknowledged: it may be an older copy. Nothing is answered from it; put the right one in its place, or start again to go on with this one.`;
  return new Fault("storage-failed", "another database", new StoreRefused(message));
}

/** Runs `act`. If the database cannot be reached or refuses it, this rejects with `StoreRefused`. */
export async function rethrowAsRefusal<T>(place: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    const why = reason(error);
    throw why ? new StoreRefused(`${place} cannot be opened: ${why}.`, { cause: error }) : error;
  }
}

/** Why there is no connection, as the end of a sentence after a colon. Undefined if the error has another cause. */
export function reason(error: unknown): string | undefined {
  if (error instanceof ConnectionLost) return reason(error.cause) ?? "it does not answer, or takes no writes";
  if (error instanceof DatabaseError) return refusals.get(error.code ?? "");
  return systemReason(error);
}

const refusals = new Map([
  ["25006", "it takes no writes"],
  ["28P01", "it takes neither this user nor this password"],
  ["28000", "it does not let this user in"],
  ["3D000", "there is no such database"],
  ["42501", "this user lacks the rights"],
  ["53100", "its disk is full"],
  ["53300", "it has no connection left"],
  ["40P01", "another program holds it"],
  ["55P03", "another program holds it"],
  ["57P03", "it is starting or closing"],
]);
