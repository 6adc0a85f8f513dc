import { Fault, type FaultCode } from "../../catalogue/fault.ts";

const codes: ReadonlySet<FaultCode> = new Set([
  "unsupported-photo",
  "photo-too-large",
  "too-many-pixels",
  "unreadable-photo",
]);

/** The code of the fault if the shop does not take a file as a photo. Undefined for any other error. */
export function photoRefusal(error: unknown): FaultCode | undefined {
  return error instanceof Fault && codes.has(error.code) ? error.code : undefined;
}
