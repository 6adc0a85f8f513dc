import { Fault, type FaultCode, type FieldFault } from "../../../catalogue/fault.ts";
import type { Said } from "../../../catalogue/language.ts";
import { StoreRefused } from "../../store-refused.ts";

/** An error as data: of classes of its own a thread gets only the message of another's. */
export type ToldError = Readonly<{
  message: string;
  stack: string | undefined;
  /** The system's or the driver's. */
  code: string | undefined;
  fault: Readonly<{ code: FaultCode; detail: Said; errors: readonly FieldFault[] }> | undefined;
  isRefusal: boolean;
  cause: ToldError | undefined;
}>;

export function tellError(error: unknown): ToldError {
  if (!(error instanceof Error)) {
    return tellError(new Error(String(error)));
  }
  const { message, stack, cause } = error;
  return {
    message,
    stack,
    code: "code" in error && !(error instanceof Fault) ? String(error.code) : undefined,
    fault: error instanceof Fault ? { code: error.code, detail: error.detail, errors: error.errors } : undefined,
    isRefusal: error instanceof StoreRefused,
    cause: cause === undefined ? undefined : tellError(cause),
  };
}

export function toldError({ message, stack, code, fault, isRefusal, cause: told }: ToldError): Error {
  const cause = told && toldError(told);
  const error = fault
    ? new Fault(fault.code, fault.detail, fault.errors, cause)
    : new (isRefusal ? StoreRefused : Error)(message, cause && { cause });
  if (code !== undefined) Object.assign(error, { code });
  if (stack !== undefined) error.stack = stack;
  return error;
}
