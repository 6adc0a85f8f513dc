import { expect, test } from "vitest";
import { emptyFields } from "../../catalogue/coffee.ts";
import { coffeeText } from "../../catalogue/coffee-text.ts";
import { openStore } from "../../store/open-store.ts";
import { previewUndo } from "./preview-undo.ts";
import { newTestPlace } from "../../test/test-place.ts";

const at = new Date("2026-11-21T12:00:00.000Z");
const by = (visitor: string) => ({ visitor, at });
const fields = (taste: string) => coffeeText({ ...emptyFields, taste });

test("a preview shows each coffee as it is and as it would be, and writes nothing", async () => {
  await using place = await newTestPlace();
  const store = openStore(place.directory, [], at);
  const { coffeeId } = await store.add(fields(""), by("0f3c"));
  const shown = await previewUndo(store, [{ number: 1, coffeeId }]);
  const before = coffeeText(emptyFields);
  expect(shown).toEqual([{ coffeeId, before, after: null, takenBack: [1], kept: [] }]);
  expect((await store.version()).number).toBe(1);
  await store.close();
});

test("a superseded field is listed with the change that remains, and not with a later one that is undone too", async () => {
  await using place = await newTestPlace("");
  const store = openStore(place.directory, [], at);
  const { coffeeId } = await store.add(fields("sour"), by("ada"));
  await store.replace(coffeeId, fields("ash"), { ...by("home"), browser: "red" });
  await store.replace(coffeeId, fields("sweet"), { ...by("home"), browser: "blue" });
  await store.replace(coffeeId, fields("mud"), { ...by("home"), browser: "red" });
  const shown = await previewUndo(store, await store.select({ visitor: "red" }, 9));
  expect(shown).toMatchObject([
    { takenBack: [4], kept: [{ change: 2, field: "taste", laterChange: 3, laterVisitor: "blue" }] },
  ]);
  await store.close();
});
