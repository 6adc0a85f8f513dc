import { expect, test } from "vitest";
import { emptyVersion } from "../../catalogue/log/change.ts";
import { cachedDocument, type CachedDocument } from "../http/limits/cached-document.ts";
import { PreparedCoffees } from "./prepared-coffees.ts";
import { MadeFromList } from "./made-from-list.ts";

const make = async () => cachedDocument("text/plain", "");
const fail = () => Promise.reject(new Error("There is no such part."));

test("a document that fails to build displaces no cached document", async () => {
  const texts = new MadeFromList<CachedDocument>();
  const { list } = new PreparedCoffees(emptyVersion, []);
  const first = await texts.get(list, "first", make);
  const [second] = await Promise.all([1, 2, 3, 4, 5, 6, 7].map((other) => texts.get(list, `other ${other}`, make)));
  for (let part = 0; part < 20; part++) await expect(texts.get(list, `part ${part}`, fail)).rejects.toThrow("part");
  expect(await texts.get(list, "first", make)).toBe(first);
  await texts.get(list, "one more", make);
  expect(await texts.get(list, "first", make)).toBe(first);
  expect(await texts.get(list, "other 1", make)).not.toBe(second);
});
