import { expect, test } from "vitest";
import { emptyFields } from "../../catalogue/coffee.ts";
import { coffeeText } from "../../catalogue/coffee-text.ts";
import { photoAddress } from "../../catalogue/photo-address.ts";
import { newTestPlace } from "../../test/test-place.ts";
import { openShop } from "../open-store.ts";
import { PhotoReferences } from "./photo-references.ts";

const by = { visitor: null, at: new Date("2026-11-29T12:00:00.000Z") };
const idOf = (number: number) => number.toString(16).padStart(64, "0");
const keyOf = (number: number) => `kept/${idOf(number)}`;
const withPhoto = (number: number, details = "") =>
  coffeeText({
    ...emptyFields,
    details,
    photo: photoAddress({ id: idOf(number), width: 4, height: 3, colour: "c8a27f" }),
  });

test("every photo that any change of a long log names is found, and new ones at the next call", async () => {
  await using place = await newTestPlace();
  await using store = await openShop(place, [], by.at);
  const references = new PhotoReferences(store);
  expect(await references.current()).toEqual(new Set());
  for (let number = 1; number <= 120; number++)
    await store.add(withPhoto(number, number % 3 === 0 ? "long ".repeat(1_900) : ""), by);
  expect(await references.current()).toEqual(new Set(Array.from({ length: 120 }, (_, at) => keyOf(at + 1))));
  const { coffeeId } = await store.add(withPhoto(500), by);
  await store.replace(coffeeId, withPhoto(501), by);
  await store.remove(coffeeId, by);
  const found = await references.current();
  expect([found.size, found.has(keyOf(500)), found.has(keyOf(501))]).toEqual([122, true, true]);
});

test("a photo that only erased words named is not found any more, once the log is read again", async () => {
  await using place = await newTestPlace();
  await using store = await openShop(place, [], by.at);
  const references = new PhotoReferences(store);
  await store.add(withPhoto(1), by);
  await store.add(withPhoto(2), by);
  await references.current();
  await store.erase({ numbers: [1], fields: ["photo"], reason: "asked for" }, by);
  references.forget();
  expect(await references.current()).toEqual(new Set([keyOf(2)]));
});
