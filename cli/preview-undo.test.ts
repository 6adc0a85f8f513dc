import { expect, test } from "vitest";
import { emptyFields } from "../catalogue/coffee.ts";
import { exactFields } from "../catalogue/exact-coffee.ts";
import { openStore } from "../store/open-store.ts";
import { isStillSo, previewUndo } from "./preview-undo.ts";
import { Workplace } from "./run-niceties.ts";

test("what was shown holds until somebody changes one of these coffees, and not beyond", async () => {
  await using place = new Workplace();
  const by = { visitor: "0f3c", at: new Date("2026-11-21T12:00:00.000Z") };
  const store = openStore(place.data, [], by.at);
  const added = await store.add(exactFields(emptyFields), by);
  const shown = await previewUndo(store, [added]);
  expect(shown).toEqual([{ coffeeId: added.coffeeId, before: added.after, after: null, takenBack: [1], kept: [] }]);
  await store.add(exactFields(emptyFields), by);
  expect(await isStillSo(store, [added], shown)).toBe(true);
  await store.replace(added.coffeeId, exactFields({ ...emptyFields, name: "mine" }), by);
  expect(await isStillSo(store, [added], shown)).toBe(false);
  await store.close();
});
