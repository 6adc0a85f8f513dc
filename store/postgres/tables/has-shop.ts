import { describeDatabase } from "../connection/describe-database.ts";
import { ConnectionSlot } from "../connection/slot.ts";
import { hasTables } from "./make-tables.ts";
import { rethrowAsRefusal } from "../connection/refused.ts";

/** Whether there is a shop in the database that a URL names. Rejects with `StoreRefused` where that cannot be told. */
export async function hasShopInDatabase(url: string): Promise<boolean> {
  const place = describeDatabase(url);
  const slot = new ConnectionSlot(url);
  try {
    return await rethrowAsRefusal(place, () => slot.use((connection) => hasTables(connection, place)));
  } finally {
    await slot.close();
  }
}
