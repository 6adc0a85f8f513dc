import { expect, test } from "vitest";
import type { CoffeeStore, IncomingCoffee } from "../catalogue/coffee-store.ts";
import { emptyFields } from "../catalogue/coffee.ts";
import { coffeeText } from "../catalogue/coffee-text.ts";
import { openStore } from "../store/open-store.ts";
import { namesOf } from "../test/coffee-texts.ts";
import { newTestPlace } from "../test/test-place.ts";
import { coffeesAsOf } from "./as-of.ts";
import { freezeShop, thawShop } from "./freeze.ts";
import { importCoffees, previewImport } from "./import-coffees.ts";
import { OperationRefused } from "./operation-refused.ts";
import { selectChanges } from "./undo/select-changes.ts";
import { previewSelectedUndo, undoSelected } from "./undo/preview-undo.ts";

// What a page or another program can do with a shop, without the command line.

const minute = (number: number) => new Date(Date.UTC(2026, 10, 21, 8, number));
const coffee = (name: string) => coffeeText({ ...emptyFields, name });
const ada = "0f3c01d4e7a2";

/** Runs `act` with a shop that opened with one coffee, to which a visitor added two, a minute apart. */
async function withShop(act: (store: CoffeeStore) => Promise<void>): Promise<void> {
  await using place = await newTestPlace("");
  const store = openStore(place.directory, [{ ...emptyFields, name: "first" }], minute(0));
  await store.add(coffee("second"), { visitor: ada, at: minute(1) });
  await store.add(coffee("third"), { visitor: ada, at: minute(2) });
  try {
    await act(store);
  } finally {
    await store.close();
  }
}

test("as-of gives the coffees at a time and after a change, and reports its progress", () =>
  withShop(async (store) => {
    const progress: unknown[] = [];
    const onProgress = (done: number, all: number) => progress.push([done, all]);
    const atTime = await coffeesAsOf(store, { time: minute(1) }, { onProgress });
    expect(namesOf(atTime.coffees)).toEqual(["first", "second"]);
    expect(progress).toEqual([[2, 2]]);
    const afterChange = await coffeesAsOf(store, { number: 3 });
    expect([namesOf(afterChange.coffees), afterChange.at]).toEqual([["first", "second", "third"], minute(2)]);
    await expect(coffeesAsOf(store, { number: 4 })).rejects.toThrow(OperationRefused);
  }));

test("an import counts what it would do, and is refused if the shop has changed since then", () =>
  withShop(async (store) => {
    const [first] = (await store.list()).coffees;
    const coffees: IncomingCoffee[] = [
      { id: first?.id, text: coffee("changed") },
      { id: undefined, text: coffee("new") },
    ];
    const { counts, version } = await previewImport(store, coffees, true);
    expect(counts).toEqual({ added: 1, changed: 1, deleted: 2, unchanged: 0 });
    await store.add(coffee("fourth"), { visitor: ada, at: minute(3) });
    await expect(importCoffees(store, coffees, version)).rejects.toMatchObject({ code: "changed-meanwhile" });
    const { version: newVersion } = await previewImport(store, coffees, true);
    await importCoffees(store, coffees, newVersion);
    expect(namesOf((await store.list()).coffees)).toEqual(["changed", "new"]);
  }));

test("an undo of a visitor's changes is previewed, and made once", () =>
  withShop(async (store) => {
    const preview = await previewSelectedUndo(store, { visitor: ada });
    expect(preview.coffees.map(({ takenBack }) => takenBack)).toEqual([[3], [2]]);
    await undoSelected(store, preview);
    expect(namesOf((await store.list()).coffees)).toEqual(["first"]);
    expect((await previewSelectedUndo(store, { visitor: ada })).coffees.flatMap(({ takenBack }) => takenBack)).toEqual(
      [],
    );
  }));

test("a selection by time leaves out the first coffees, and refuses the number of a missing change", () =>
  withShop(async (store) => {
    const selected = await selectChanges(store, { since: minute(0) });
    expect(selected.map(({ number }) => number)).toEqual([3, 2]);
    const missing = { change: [{ from: 2, to: 9 }] };
    await expect(selectChanges(store, missing)).rejects.toThrow(/^There is no change 9: the log has 3 changes\.$/);
  }));

test("a freeze without words gets a default sentence, and a thaw returns the freeze", () =>
  withShop(async (store) => {
    const freeze = await freezeShop(store, " ", minute(3));
    expect(freeze.words).toMatch(/takes no changes at the moment/);
    expect(await thawShop(store)).toEqual(freeze);
    expect(await thawShop(store)).toBeUndefined();
  }));
