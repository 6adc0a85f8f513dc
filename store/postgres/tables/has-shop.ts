import { describeDatabase } from "../connection/describe-database.ts";
import { Line } from "../connection/slot.ts";
import { hasTables } from "./make-tables.ts";
import { refused } from "../connection/refused.ts";

/** Whether there is a shop in the database that a URL names. Rejects with `StoreRefused` where that cannot be told. */
export async function hasShopInDatabase(url: string): Promise<boolean> {
  const place = describeDatabase(url);
  const line = new Line(url);
  try {
    return await refused(place, () => line.use((link) => hasTables(link, place)));
  } finally {
    await line.close();
  }
}
