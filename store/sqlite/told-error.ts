import { Fault, type FaultCode, type FieldFault } from "../../catalogue/fault.ts";
import { StoreRefused } from "../store-refused.ts";

/** An error as data: of classes of its own a thread gets only the message of another's. */
export type ToldError = Readonly<{
  message: string;
  stack: string | undefined;
  fault: Readonly<{ code: FaultCode; errors: readonly FieldFault[] }> | undefined;
  isRefusal: boolean;
  cause: ToldError | undefined;
}>;

export function tellError(error: unknown): ToldError {
  if (!(error instanceof Error)) {
    return { message: String(error), stack: undefined, fault: undefined, isRefusal: false, cause: undefined };
  }
  const { message, stack, cause } = error;
  return {
    message,
    stack,
    fault: error instanceof Fault ? { code: error.code, errors: error.errors } : undefined,
    isRefusal: error instanceof StoreRefused,
    cause: cause === undefined ? undefined : tellError(cause),
  };
}

export function toldError({ message, stack, fault, isRefusal, cause: told }: ToldError): Error {
  const cause = told && toldError(told);
  const error = fault
    ? new Fault(fault.code, message, fault.errors, cause)
    : new (isRefusal ? StoreRefused : Error)(message, { cause });
  if (stack !== undefined) error.stack = stack;
  return error;
}
