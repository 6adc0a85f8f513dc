import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { emptyFields } from "../../../catalogue/coffee.ts";
import { FormDraft } from "./form-draft.ts";
import { TestStorage } from "../../../test/memory-storage.ts";
import { drafts, keepUnsent, namesOfUnsent } from "./unsent.ts";

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

const keptNames = () => drafts.ids().map((id) => drafts.read(id)?.fields.name);
const found = (coffeeId?: string) => new FormDraft(undefined, coffeeId).find()?.fields;

test("the next form goes on with what was typed last into one of its kind, until that is sent", () => {
  const draft = new FormDraft(undefined);
  expect(found()).toBeUndefined();
  draft.keep(latte, emptyFields, "typing");
  vi.advanceTimersByTime(1);
  new FormDraft(undefined, "7").keep(mocha, latte, "typing");
  expect(found()).toEqual(latte);
  expect(found("7")).toEqual(mocha);
  expect(new FormDraft(undefined, "7").find()?.loaded?.coffee).toEqual({ ...latte, _id: "7" });
  expect(found("8")).toBeUndefined();
  vi.advanceTimersByTime(1);
  new FormDraft(undefined).keep(mocha, emptyFields, "typing");
  expect(found()).toEqual(mocha);
  draft.drop();
  expect(keptNames()).toEqual(["Mocha", "Mocha"]);
});

test("a draft is not asked about as what was sent without a reply is", () => {
  new FormDraft(undefined).keep(latte, emptyFields, "typing");
  expect(namesOfUnsent()).toBe("");
});

test("fields that are what the form started with are no draft", () => {
  const draft = new FormDraft(undefined);
  draft.keep(emptyFields, emptyFields, "settled");
  expect(drafts.ids()).toEqual([]);
  draft.keep(latte, emptyFields, "typing");
  draft.keep(emptyFields, emptyFields, "typing");
  expect(drafts.ids()).toEqual([]);
});

test("what was sent and is kept for that reason is no draft until it is changed", () => {
  const draft = new FormDraft(undefined);
  draft.keep(latte, emptyFields, "typing");
  keepUnsent({ id: draft.id, fields: latte });
  draft.drop();
  draft.keep(latte, emptyFields, "settled");
  expect(drafts.ids()).toEqual([]);
  const opened = new FormDraft({ id: draft.id, fields: latte });
  opened.keep(latte, emptyFields, "settled");
  expect(drafts.ids()).toEqual([]);
  opened.keep(mocha, emptyFields, "typing");
  expect(new FormDraft({ id: draft.id, fields: latte }).find()?.fields).toEqual(mocha);
  expect(new FormDraft({ id: "other", fields: latte }).find()).toBeUndefined();
});

test("two tabs that go on with one draft write two of them", () => {
  const one = new FormDraft(undefined);
  one.keep(latte, emptyFields, "typing");
  const other = new FormDraft(undefined);
  const draft = other.find();
  if (draft) other.resume(draft);
  other.keep(mocha, emptyFields, "typing");
  one.keepIfReplaced();
  expect(new Set(keptNames())).toEqual(new Set(["Latte", "Mocha"]));
  one.drop();
  expect(keptNames()).toEqual(["Mocha"]);
  one.keepIfReplaced();
  expect(keptNames()).toEqual(["Mocha"]);
});

test("a tab that heard nothing of the other writes over nothing either", () => {
  const one = new FormDraft(undefined);
  one.keep(latte, emptyFields, "typing");
  const other = new FormDraft(undefined);
  const draft = other.find();
  if (draft) other.resume(draft);
  one.keep({ ...latte, price: "1" }, emptyFields, "typing");
  other.drop();
  expect(keptNames()).toEqual(["Latte"]);
  other.keep(mocha, emptyFields, "typing");
  expect(new Set(keptNames())).toEqual(new Set(["Latte", "Mocha"]));
  other.drop();
  expect(keptNames()).toEqual(["Latte"]);
});

test("a browser that keeps nothing, or has no room, loses what was kept before neither", () => {
  const draft = new FormDraft(undefined);
  draft.keep(latte, emptyFields, "typing");
  draft.keep({ ...latte, details: "long ".repeat(30_000) }, emptyFields, "settled");
  expect(found()).toEqual(latte);
  draft.keep({ ...latte, price: "5" }, emptyFields, "typing");
  expect(found()).toEqual({ ...latte, price: "5" });
  vi.stubGlobal("localStorage", undefined);
  draft.keep(mocha, emptyFields, "typing");
  draft.drop();
  expect(found()).toBeUndefined();
});
