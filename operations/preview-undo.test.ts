import { expect, test } from "vitest";
import { emptyFields } from "../catalogue/coffee.ts";
import { exactFields } from "../catalogue/exact-coffee.ts";
import { openStore } from "../store/open-store.ts";
import { previewUndo } from "./preview-undo.ts";
import { newTestPlace } from "../store/test-place.ts";

test("a preview shows each coffee as it is and as it would be, and writes nothing", async () => {
  await using place = await newTestPlace();
  const by = { visitor: "0f3c", at: new Date("2026-11-21T12:00:00.000Z") };
  const store = openStore(place.directory, [], by.at);
  const { coffeeId } = await store.add(exactFields(emptyFields), by);
  const shown = await previewUndo(store, [{ number: 1, coffeeId }]);
  const before = exactFields(emptyFields);
  expect(shown).toEqual([{ coffeeId, before, after: null, takenBack: [1], kept: [] }]);
  expect((await store.version()).number).toBe(1);
  await store.close();
});
