import { StoreRefused } from "../../store-refused.ts";
import { reason } from "./driver-errors.ts";

/** What `act` comes to; rejects with `StoreRefused` where the database is in its way. */
export async function rethrowAsRefusal<T>(place: string, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    const why = reason(error);
    throw why ? new StoreRefused(`${place} cannot be opened: ${why}.`, { cause: error }) : error;
  }
}
