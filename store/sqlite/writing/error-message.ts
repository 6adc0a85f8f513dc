import { Fault } from "../../../catalogue/fault.ts";
import { StoreRefused } from "../../store-refused.ts";

/** An error as data. A thread receives only the message of an error whose class is ours. */
export type SerialisedError = Readonly<{
  message: string;
  stack: string | undefined;
  /** The code of the system or the driver. */
  code: string | undefined;
  fault: Pick<Fault, "code" | "data"> | undefined;
  isRefusal: boolean;
  cause: SerialisedError | undefined;
}>;

export function serialiseError(error: unknown): SerialisedError {
  if (!(error instanceof Error)) {
    return serialiseError(new Error(String(error)));
  }
  const { message, stack, cause } = error;
  return {
    message,
    stack,
    code: "code" in error && !(error instanceof Fault) ? String(error.code) : undefined,
    fault: error instanceof Fault ? { code: error.code, data: error.data } : undefined,
    isRefusal: error instanceof StoreRefused,
    cause: cause === undefined ? undefined : serialiseError(cause),
  };
}

export function deserialiseError({
  message,
  stack,
  code,
  fault,
  isRefusal,
  cause: serialisedCause,
}: SerialisedError): Error {
  const cause = serialisedCause && deserialiseError(serialisedCause);
  const error = fault
    ? new Fault(fault.code, fault.data, cause)
    : new (isRefusal ? StoreRefused : Error)(message, cause && { cause });
  if (code !== undefined) Object.assign(error, { code });
  if (stack !== undefined) error.stack = stack;
  return error;
}
