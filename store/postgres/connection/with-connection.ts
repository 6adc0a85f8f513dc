import { Connection } from "./connection.ts";
import { describeDatabase } from "./describe-database.ts";
import { rethrowAsRefusal } from "./driver-errors.ts";

/**
 * Runs `act` on a connection of its own. Rejects with `StoreRefused` if the database cannot be reached or refuses it.
 */
export function withConnection<T>(url: string, act: (connection: Connection, place: string) => Promise<T>): Promise<T> {
  const place = describeDatabase(url);
  return rethrowAsRefusal(place, async () => {
    await using connection = await Connection.open(url);
    return await act(connection, place);
  });
}
