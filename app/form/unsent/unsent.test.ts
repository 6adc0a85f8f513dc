import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { emptyFields } from "../../../catalogue/coffee.ts";
import { TestStorage } from "../../../test/memory-storage.ts";
import {
  draftStorage,
  isPhotoNamed,
  removeUnsent,
  saveUnsent,
  unsentLines,
  unsentInForm,
  openInForm,
  readUnsent,
  readUnsentFrom,
  readUnsentLines,
  watchUnsent,
  type Unsent,
} from "./unsent.ts";
import { randomId } from "../../../client/random-id.ts";

const latte = { ...emptyFields, name: "Latte", price: 340 };
const added: Unsent = { id: "b", fields: latte, key: "once" };
const edited: Unsent = {
  id: "a",
  fields: { ...latte, name: "Flat White" },
  loaded: { coffee: { _id: "7", ...latte, taste: "5" }, tag: '"12.ab"', otherValues: { taste: "5" } },
};

const unsentIds = () =>
  readUnsentLines(unsentLines())
    .map(({ id }) => id)
    .join(" ");

/** The page's window, which gets a `storage` event when another tab writes. */
let page = new EventTarget();

beforeEach(() => {
  page = new EventTarget();
  vi.stubGlobal("localStorage", new TestStorage());
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  vi.stubGlobal("removeEventListener", page.removeEventListener.bind(page));
});
afterEach(() => {
  openInForm(undefined);
  vi.unstubAllGlobals();
});

test("a saved new coffee and a saved edit are read back unchanged until they are removed", () => {
  expect(unsentIds()).toBe("");
  expect([saveUnsent(added), saveUnsent(edited)]).toEqual([true, true]);
  expect(unsentIds()).toBe("a b");
  expect([readUnsent("a"), readUnsent("b")]).toEqual([edited, added]);
  removeUnsent("a");
  expect([unsentIds(), readUnsent("a"), readUnsent("b")]).toEqual(["b", undefined, added]);
});

test("keeping a coffee again replaces its earlier entry", () => {
  saveUnsent(added);
  const changed = { ...added, fields: { ...latte, name: "Cortado" }, key: "twice" };
  saveUnsent(changed);
  expect([unsentIds(), readUnsent("b")]).toEqual(["b", changed]);
});

test("drafts and other entries of the browser's storage are not listed as unsent coffees", () => {
  localStorage.setItem("lang", "bn");
  draftStorage.save("a", JSON.stringify({ ...edited, time: 5 }));
  expect([unsentIds(), readUnsent("a")]).toEqual(["", undefined]);
  removeUnsent("a");
  expect([draftStorage.ids(), draftStorage.read("a")]).toEqual([["a"], { ...edited, time: 5 }]);
  saveUnsent(added);
  draftStorage.drop("b");
  expect(unsentIds()).toBe("b");
});

test("a photo is removed with the last entry that names it", async () => {
  const removed: string[] = [];
  vi.doMock("./photo-store.ts", () => ({ removePhoto: async (id: string) => void removed.push(id) }));
  const photo = { id: "photo 1", alt: "A leaf" };
  saveUnsent({ ...added, photo });
  draftStorage.save("b", JSON.stringify({ ...added, photo }));
  expect([readUnsent("b")?.photo, isPhotoNamed("photo 1"), isPhotoNamed("photo 2")]).toEqual([photo, true, false]);
  draftStorage.drop("b");
  saveUnsent({ ...added, photo: { ...photo, alt: "A cup" }, photoRefusal: "Too large." });
  expect(readUnsent("b")).toMatchObject({ photo: { alt: "A cup" }, photoRefusal: "Too large." });
  await vi.dynamicImportSettled();
  expect(removed).toEqual([]);
  saveUnsent({ ...added, photo: { id: "photo 2", alt: "" } });
  await expect.poll(() => removed).toEqual(["photo 1"]);
  removeUnsent("b");
  await expect.poll(() => removed).toEqual(["photo 1", "photo 2"]);
  vi.doUnmock("./photo-store.ts");
});

test("a listener is called for each coffee saved or removed, in this tab or another, until it unsubscribes", () => {
  const heard: string[] = [];
  const stop = watchUnsent(() => heard.push(unsentIds()));
  const stopOther = watchUnsent(() => {});
  saveUnsent(added);
  saveUnsent(edited);
  removeUnsent("b");
  removeUnsent("b");
  expect(heard).toEqual(["b", "a b", "a"]);
  localStorage.removeItem("unsent a");
  page.dispatchEvent(new Event("storage"));
  expect(heard).toEqual(["b", "a b", "a", ""]);
  stop();
  saveUnsent(added);
  page.dispatchEvent(new Event("storage"));
  expect(heard).toHaveLength(4);
  stopOther();
});

test.for([
  ["has no room", new TestStorage(), "long ".repeat(30_000)],
  ["has no storage", undefined, "short"],
] as const)("if the browser %s, a coffee is not saved and no listener is called", ([, storage, details]) => {
  vi.stubGlobal("localStorage", storage);
  let heard = 0;
  const stop = watchUnsent(() => (heard += 1));
  expect(saveUnsent({ ...added, fields: { ...latte, details } })).toBe(false);
  removeUnsent("b");
  expect([unsentIds(), readUnsent("b"), heard]).toEqual(["", undefined, 0]);
  stop();
});

describe("an entry that an older version or another program left in the storage", () => {
  test.for([
    "",
    "{",
    "null",
    "[]",
    "5",
    '{"fields":{}}',
    '{"id":1,"fields":{}}',
    '{"id":"b"}',
    '{"id":"b","fields":[]}',
  ])("is ignored where it is %j", (text) => {
    localStorage.setItem("unsent b", text);
    expect(readUnsent("b")).toBeUndefined();
    expect(() => removeUnsent("b")).not.toThrow();
  });

  test("keeps its valid fields and loses the others", () => {
    expect(readUnsentFrom({ id: "b", fields: { name: "Latte", chef: null, price: 340 }, key: 5, time: "now" })).toEqual(
      {
        id: "b",
        fields: latte,
      },
    );
    const loaded = { coffee: { _id: "7", name: "Latte", price: 340 }, tag: 12, otherValues: { taste: "5", chef: 6 } };
    expect(readUnsentFrom({ id: "b", fields: {}, loaded })).toEqual({
      id: "b",
      fields: emptyFields,
      loaded: { coffee: { _id: "7", ...latte }, tag: undefined, otherValues: { taste: "5" } },
    });
  });
});

test("each random id is different and has 32 hexadecimal digits", () => {
  const names = Array.from({ length: 200 }, randomId);
  expect(new Set(names).size).toBe(200);
  for (const name of names) expect(name).toMatch(/^[0-9a-f]{32}$/);
});

test("a form starts with the coffee that was opened in it, and only that form does", () => {
  expect(unsentInForm({ unsent: "b" })).toBeUndefined();
  expect(unsentInForm(undefined)).toBeUndefined();
  openInForm(added);
  expect(unsentInForm({ unsent: "b" })).toEqual(added);
  expect([unsentInForm({ unsent: "a" }), unsentInForm({}), unsentInForm(null)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  openInForm(undefined);
  expect(unsentInForm({ unsent: "b" })).toBeUndefined();
});
