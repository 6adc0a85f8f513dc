import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { emptyFields } from "../../../catalogue/coffee.ts";
import { FormDraft } from "./form-draft.ts";
import { TestStorage } from "../../../test/memory-storage.ts";
import { draftStorage, readUnsentLines, saveUnsent, unsentLines } from "./unsent.ts";

vi.mock("./photo-store.ts", () => ({ removePhoto: async () => {} }));

const latte = { ...emptyFields, name: "Latte" };
const mocha = { ...emptyFields, name: "Mocha" };

beforeEach(() => {
  vi.stubGlobal("localStorage", new TestStorage());
  vi.useFakeTimers();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const unsentIds = () =>
  readUnsentLines(unsentLines())
    .map(({ id }) => id)
    .join(" ");
const keptNames = () => draftStorage.ids().map((id) => draftStorage.read(id)?.fields.name);
const found = (coffeeId?: string) => new FormDraft(undefined, coffeeId).find()?.fields;

test("the next form restores the newest draft of the same coffee, until that is sent", () => {
  const draft = new FormDraft(undefined);
  expect(found()).toBeUndefined();
  draft.save(latte, emptyFields, "typing");
  vi.advanceTimersByTime(1);
  new FormDraft(undefined, "7").save(mocha, latte, "typing");
  expect(found()).toEqual(latte);
  expect(found("7")).toEqual(mocha);
  expect(new FormDraft(undefined, "7").find()?.loaded?.coffee).toEqual({ ...latte, _id: "7" });
  expect(found("8")).toBeUndefined();
  vi.advanceTimersByTime(1);
  new FormDraft(undefined).save(mocha, emptyFields, "typing");
  expect(found()).toEqual(mocha);
  draft.drop();
  expect(keptNames()).toEqual(["Mocha", "Mocha"]);
});

test("drafts are not listed among unsent coffees", () => {
  new FormDraft(undefined).save(latte, emptyFields, "typing");
  expect(unsentIds()).toBe("");
});

test("fields that equal the form's initial values are not saved as a draft", () => {
  const draft = new FormDraft(undefined);
  draft.save(emptyFields, emptyFields, "settled");
  expect(draftStorage.ids()).toEqual([]);
  draft.save(latte, emptyFields, "typing");
  draft.save(emptyFields, emptyFields, "typing");
  expect(draftStorage.ids()).toEqual([]);
});

test("an unsent coffee becomes a draft only once it is edited", () => {
  const draft = new FormDraft(undefined);
  draft.save(latte, emptyFields, "typing");
  saveUnsent({ id: draft.id, fields: latte });
  draft.drop();
  draft.save(latte, emptyFields, "settled");
  expect(draftStorage.ids()).toEqual([]);
  const opened = new FormDraft({ id: draft.id, fields: latte });
  opened.save(latte, emptyFields, "settled");
  expect(draftStorage.ids()).toEqual([]);
  opened.save(mocha, emptyFields, "typing");
  expect(new FormDraft({ id: draft.id, fields: latte }).find()?.fields).toEqual(mocha);
  expect(new FormDraft({ id: "other", fields: latte }).find()).toBeUndefined();
});

test("two tabs that continue the same draft save separate drafts", () => {
  const one = new FormDraft(undefined);
  one.save(latte, emptyFields, "typing");
  const other = new FormDraft(undefined);
  const draft = other.find();
  if (draft) other.resume(draft);
  other.save(mocha, emptyFields, "typing");
  one.saveIfReplaced();
  expect(new Set(keptNames())).toEqual(new Set(["Latte", "Mocha"]));
  one.drop();
  expect(keptNames()).toEqual(["Mocha"]);
  one.saveIfReplaced();
  expect(keptNames()).toEqual(["Mocha"]);
});

test("a tab that missed another tab's change does not overwrite or delete its draft", () => {
  const one = new FormDraft(undefined);
  one.save(latte, emptyFields, "typing");
  const other = new FormDraft(undefined);
  const draft = other.find();
  if (draft) other.resume(draft);
  one.save({ ...latte, price: "1" }, emptyFields, "typing");
  other.drop();
  expect(keptNames()).toEqual(["Latte"]);
  other.save(mocha, emptyFields, "typing");
  expect(new Set(keptNames())).toEqual(new Set(["Latte", "Mocha"]));
  other.drop();
  expect(keptNames()).toEqual(["Latte"]);
});

test("a draft that does not fit leaves the earlier one, and missing storage causes no error", () => {
  const draft = new FormDraft(undefined);
  draft.save(latte, emptyFields, "typing");
  draft.save({ ...latte, details: "long ".repeat(30_000) }, emptyFields, "settled");
  expect(found()).toEqual(latte);
  draft.save({ ...latte, price: "5" }, emptyFields, "typing");
  expect(found()).toEqual({ ...latte, price: "5" });
  vi.stubGlobal("localStorage", undefined);
  draft.save(mocha, emptyFields, "typing");
  draft.drop();
  expect(found()).toBeUndefined();
});

test("a photo is part of the draft, alone too, and its upload does not change the draft", () => {
  const photo = { id: "a", alt: "A leaf" };
  const draft = new FormDraft(undefined);
  draft.save(emptyFields, emptyFields, "settled", photo);
  expect(draftStorage.ids().map((id) => draftStorage.read(id)?.photo)).toEqual([photo]);
  const text = draftStorage.textOf(draft.id);
  vi.advanceTimersByTime(1);
  draft.save({ ...emptyFields, photo: "/-/photos/uploaded.jpg" }, emptyFields, "settled", photo);
  expect(draftStorage.textOf(draft.id)).toBe(text);
  draft.save(emptyFields, emptyFields, "settled", { ...photo, alt: "A cup" });
  expect(draftStorage.read(draft.id)?.photo?.alt).toBe("A cup");
  draft.save(emptyFields, emptyFields, "settled");
  expect(draftStorage.ids()).toEqual([]);
});

test("what is in the form while it is sent becomes a draft only once it is edited", () => {
  const photo = { id: "a", alt: "" };
  const draft = new FormDraft(undefined);
  draft.drop({ fields: latte, photo });
  draft.save(latte, emptyFields, "settled", photo);
  expect(draftStorage.ids()).toEqual([]);
  draft.save(mocha, emptyFields, "typing", photo);
  expect(keptNames()).toEqual(["Mocha"]);
});

test("a form with an unsent coffee continues with the coffee's photo", () => {
  const photo = { id: "a", alt: "" };
  expect(new FormDraft({ id: "1", fields: latte, photo }).photo).toEqual(photo);
  expect(new FormDraft(undefined).photo).toBeUndefined();
});
