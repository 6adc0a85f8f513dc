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

test("a reply that is some seconds old may show what was the newest then", () => {
  const ledger = withOneCoffee();
  ledger.acknowledge(ledger.send(id, undefined), 20);
  expect(ledger.judge(id, "first", 19)).toBeUndefined();
  expect(ledger.judge(id, "first", 20)).toBe(`${id} is first, not deleted`);
  expect(ledger.judge(id, undefined, 5)).toBeUndefined();
});

test("what was seen is not taken back, though nobody acknowledged it", () => {
  const ledger = withOneCoffee();
  ledger.send(id, "second");
  expect(ledger.judge(id, "second", 20, 30)).toBeUndefined();
  expect(ledger.judge(id, "first", 29)).toBeUndefined();
  expect(ledger.judge(id, "first", 30)).toBe(`${id} is first, not second`);
});

test("a write of which the shop said that it was not made is never seen", () => {
  const ledger = withOneCoffee();
  ledger.refuse(ledger.send(id, "second"));
  expect(ledger.judge(id, "second", 20)).toBe(`${id} is second, not first or refused second`);
  expect(ledger.refusedTexts).toEqual(new Set(["second"]));
});

test("of a list, a coffee that is missing, one that nobody added and one that is half done are named", () => {
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

test("once a list is settled, writes that it does not show were not made, and adds are repeated under the id that they have", () => {
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
