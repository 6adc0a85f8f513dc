import { expect, test } from "vitest";
import { emptyVersion } from "../../catalogue/log/change.ts";
import { cachedDocument } from "../http/limits/cached-document.ts";
import { PreparedCoffees } from "./prepared-coffees.ts";
import { TextsOfList } from "./texts-of-list.ts";

const make = async () => cachedDocument("text/plain", "");
const fail = () => Promise.reject(new Error("There is no such part."));

test("what cannot be made takes the place of nothing that was", async () => {
  const texts = new TextsOfList();
  const { list } = new PreparedCoffees(emptyVersion, []);
  const first = await texts.text(list, "first", make);
  const [second] = await Promise.all([1, 2, 3, 4, 5, 6, 7].map((other) => texts.text(list, `other ${other}`, make)));
  for (let part = 0; part < 20; part++) await expect(texts.text(list, `part ${part}`, fail)).rejects.toThrow("part");
  expect(await texts.text(list, "first", make)).toBe(first);
  await texts.text(list, "one more", make);
  expect(await texts.text(list, "first", make)).toBe(first);
  expect(await texts.text(list, "other 1", make)).not.toBe(second);
});
