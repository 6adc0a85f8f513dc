import { expect, test } from "vitest";
import type { Coffee } from "../../catalogue/coffee.ts";
import { Ledger } from "./ledger.ts";
import { textEverywhere } from "./shop-client.ts";

const id = "0123456789abcdef01234567";

test("a reply may show the newest acknowledged write or one sent after it, and nothing older", () => {
  const ledger = withOneCoffee();
  ledger.acknowledge(ledger.send(id, "second"), 20);
  ledger.send(id, "third");
  expect(ledger.judge(id, "second", 21)).toBeUndefined();
  expect(ledger.judge(id, "third", 21)).toBeUndefined();
  expect(ledger.judge(id, "first", 21)).toBe(`${id} is first, not second or third`);
  expect(ledger.judge(id, undefined, 21)).toBe(`${id} is deleted, not second or third`);
});

test("a reply from before an acknowledgement may still show the earlier write", () => {
  const ledger = withOneCoffee();
  ledger.acknowledge(ledger.send(id, undefined), 20);
  expect(ledger.judge(id, "first", 19)).toBeUndefined();
  expect(ledger.judge(id, "first", 20)).toBe(`${id} is first, not deleted`);
  expect(ledger.judge(id, undefined, 5)).toBeUndefined();
});

test("after a reply has shown an unacknowledged write, later replies may not show an older one", () => {
  const ledger = withOneCoffee();
  ledger.send(id, "second");
  expect(ledger.judge(id, "second", 20, 30)).toBeUndefined();
  expect(ledger.judge(id, "first", 29)).toBeUndefined();
  expect(ledger.judge(id, "first", 30)).toBe(`${id} is first, not second`);
});

test("a reply may not show a write that the shop refused", () => {
  const ledger = withOneCoffee();
  ledger.refuse(ledger.send(id, "second"));
  expect(ledger.judge(id, "second", 20)).toBe(`${id} is second, not first or refused second`);
  expect(ledger.refusedTexts).toEqual(new Set(["second"]));
});

test("coffees of a list that are missing, added by nobody or half done are reported", () => {
  const ledger = withOneCoffee();
  ledger.send(undefined, "open");
  ledger.refuse(ledger.send(undefined, "refused"));
  expect(ledger.judgeList([coffee(id, "first"), coffee("2", "open")], 20)).toEqual([]);
  expect(ledger.judgeList([coffee("3", "refused")], 20)).toEqual([
    `${id} is deleted, not first`,
    "3, refused, was added by nobody",
  ]);
  for (const broken of [coffee(id, "first"), coffee("2", "open")])
    expect(ledger.judgeList([coffee(id, "first"), { ...broken, chef: "second" }], 20)).toEqual([
      expect.stringContaining("half done"),
    ]);
});

test("coffees that were there before are left alone", () => {
  const ledger = withOneCoffee();
  ledger.ignore([{ ...coffee("4", "before"), chef: "other" }]);
  expect(ledger.judgeList([{ ...coffee("4", "before"), chef: "other" }, coffee(id, "first")], 20)).toEqual([]);
});

test("settling on a list discards pending writes that it does not show, and notes the ids of adds", () => {
  const ledger = withOneCoffee();
  ledger.send(id, "second");
  ledger.send(undefined, "made");
  ledger.send(undefined, "not made");
  ledger.settle([coffee(id, "first"), coffee("2", "made")]);
  expect(ledger.faults).toEqual([]);
  expect([...ledger.addsToRepeat]).toEqual([
    ["first", id],
    ["made", "2"],
    ["not made", undefined],
  ]);
  ledger.settle([coffee(id, "second"), coffee("3", "not made")]);
  expect(ledger.faults).toEqual([
    "2 is deleted, not made",
    `${id} is second, not first`,
    "3, not made, was added by nobody",
  ]);
});

function withOneCoffee(): Ledger {
  const ledger = new Ledger();
  ledger.acknowledge(ledger.send(undefined, "first"), 10, id);
  return ledger;
}

function coffee(_id: string, text: string): Coffee {
  return { _id, ...textEverywhere(text) };
}
