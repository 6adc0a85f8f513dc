import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { emptyFields } from "../../../catalogue/coffee.ts";
import { TestStorage } from "../../../test/memory-storage.ts";
import {
  drafts,
  dropUnsent,
  keepUnsent,
  namesOfUnsent,
  openedInForm,
  openInForm,
  readUnsent,
  unsentFrom,
  watchUnsent,
  type Unsent,
} from "./unsent.ts";
import { randomId } from "../../calls/browser-key.ts";

const latte = { ...emptyFields, name: "Latte", price: 340 };
const added: Unsent = { id: "b", fields: latte, key: "once" };
const edited: Unsent = {
  id: "a",
  fields: { ...latte, name: "Flat White" },
  loaded: { coffee: { _id: "7", ...latte, taste: "5" }, tag: '"12.ab"', otherValues: { taste: "5" } },
};

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

test("a new coffee and an edit that are kept are read back unchanged until each is dropped", () => {
  expect(namesOfUnsent()).toBe("");
  expect([keepUnsent(added), keepUnsent(edited)]).toEqual([true, true]);
  expect(namesOfUnsent()).toBe("a b");
  expect([readUnsent("a"), readUnsent("b")]).toEqual([edited, added]);
  dropUnsent("a");
  expect([namesOfUnsent(), readUnsent("a"), readUnsent("b")]).toEqual(["b", undefined, added]);
});

test("keeping a coffee again replaces its earlier entry", () => {
  keepUnsent(added);
  const changed = { ...added, fields: { ...latte, name: "Cortado" }, key: "twice" };
  keepUnsent(changed);
  expect([namesOfUnsent(), readUnsent("b")]).toEqual(["b", changed]);
});

test("drafts and other entries of the browser's storage are not listed as unsent coffees", () => {
  localStorage.setItem("lang", "bn");
  drafts.keep("a", JSON.stringify({ ...edited, time: 5 }));
  expect([namesOfUnsent(), readUnsent("a")]).toEqual(["", undefined]);
  dropUnsent("a");
  expect([drafts.ids(), drafts.read("a")]).toEqual([["a"], { ...edited, time: 5 }]);
  keepUnsent(added);
  drafts.drop("b");
  expect(namesOfUnsent()).toBe("b");
});

test("a listener hears of each coffee that is kept or dropped, in this tab or another, until it unsubscribes", () => {
  const heard: string[] = [];
  const stop = watchUnsent(() => heard.push(namesOfUnsent()));
  const stopOther = watchUnsent(() => {});
  keepUnsent(added);
  keepUnsent(edited);
  dropUnsent("b");
  dropUnsent("b");
  expect(heard).toEqual(["b", "a b", "a"]);
  localStorage.removeItem("unsent a");
  page.dispatchEvent(new Event("storage"));
  expect(heard).toEqual(["b", "a b", "a", ""]);
  stop();
  keepUnsent(added);
  page.dispatchEvent(new Event("storage"));
  expect(heard).toHaveLength(4);
  stopOther();
});

test.for([
  ["has no room", new TestStorage(), "long ".repeat(30_000)],
  ["keeps nothing", undefined, "short"],
] as const)("where the browser %s, a coffee is not kept and no listener is called", ([, storage, details]) => {
  vi.stubGlobal("localStorage", storage);
  let heard = 0;
  const stop = watchUnsent(() => (heard += 1));
  expect(keepUnsent({ ...added, fields: { ...latte, details } })).toBe(false);
  dropUnsent("b");
  expect([namesOfUnsent(), readUnsent("b"), heard]).toEqual(["", undefined, 0]);
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
    expect(() => dropUnsent("b")).not.toThrow();
  });

  test("keeps its valid fields and loses the others", () => {
    expect(unsentFrom({ id: "b", fields: { name: "Latte", chef: null, price: 340 }, key: 5, time: "now" })).toEqual({
      id: "b",
      fields: latte,
    });
    const loaded = { coffee: { _id: "7", name: "Latte", price: 340 }, tag: 12, otherValues: { taste: "5", chef: 6 } };
    expect(unsentFrom({ id: "b", fields: {}, loaded })).toEqual({
      id: "b",
      fields: emptyFields,
      loaded: { coffee: { _id: "7", ...latte }, tag: undefined, otherValues: { taste: "5" } },
    });
  });
});

test("each new name is different and has 32 hexadecimal digits", () => {
  const names = Array.from({ length: 200 }, randomId);
  expect(new Set(names).size).toBe(200);
  for (const name of names) expect(name).toMatch(/^[0-9a-f]{32}$/);
});

test("a form starts with the coffee that was opened in it, and only that form does", () => {
  expect(openedInForm({ unsent: "b" })).toBeUndefined();
  expect(openedInForm(undefined)).toBeUndefined();
  openInForm(added);
  expect(openedInForm({ unsent: "b" })).toEqual(added);
  expect([openedInForm({ unsent: "a" }), openedInForm({}), openedInForm(null)]).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  openInForm(undefined);
  expect(openedInForm({ unsent: "b" })).toBeUndefined();
});
