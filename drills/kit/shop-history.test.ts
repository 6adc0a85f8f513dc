import { expect, test } from "vitest";
import type { Coffee } from "../../catalogue/coffee.ts";
import { ShopHistory } from "./shop-history.ts";

const id = "0123456789abcdef01234567";

test("a reply may show the newest acknowledged write or one sent after it, and nothing older", () => {
  const history = withOneCoffee();
  const second = history.send(id, "second");
  history.acknowledge(id, second, 20);
  history.send(id, "third");
  expect(history.judge(id, "second", 21)).toBeUndefined();
  expect(history.judge(id, "third", 21)).toBeUndefined();
  expect(history.judge(id, "first", 21)).toBe(`${id} is first, not second or third`);
  expect(history.judge(id, undefined, 21)).toBe(`${id} is deleted, not second or third`);
});

test("a reply that is some seconds old may show what was the newest then", () => {
  const history = withOneCoffee();
  history.acknowledge(id, history.send(id, undefined), 20);
  expect(history.judge(id, "first", 19)).toBeUndefined();
  expect(history.judge(id, "first", 20)).toBe(`${id} is first, not deleted`);
  expect(history.judge(id, undefined, 5)).toBeUndefined();
});

test("what was seen is not taken back, though nobody acknowledged it", () => {
  const history = withOneCoffee();
  history.send(id, "second");
  expect(history.judge(id, "second", 20, 30)).toBeUndefined();
  expect(history.judge(id, "first", 29)).toBeUndefined();
  expect(history.judge(id, "first", 30)).toBe(`${id} is first, not second`);
});

test("a write of which the shop said that it was not made is never seen", () => {
  const history = withOneCoffee();
  history.send(id, "second").isRefused = true;
  expect(history.judge(id, "second", 20)).toBe(`${id} is second, not first or refused second`);
});

test("of a list, a coffee that is missing, one that nobody added and one that is half done are named", () => {
  const history = withOneCoffee();
  history.sendAdd("open");
  history.sendAdd("refused");
  history.refuseAdd("refused");
  expect(history.judgeList([coffee(id, "first"), coffee("2", "open")], 20)).toEqual([]);
  expect(history.judgeList([coffee("3", "refused")], 20)).toEqual([
    `${id} is deleted, not first`,
    "3, refused, was added by nobody",
  ]);
  expect(history.judgeList([{ ...coffee(id, "first"), chef: "second" }], 20)).toEqual([
    expect.stringContaining("half done"),
  ]);
});

test("coffees that were there before are left alone", () => {
  const history = withOneCoffee();
  history.leaveAlone([{ ...coffee("4", "before"), chef: "other" }]);
  expect(history.judgeList([{ ...coffee("4", "before"), chef: "other" }, coffee(id, "first")], 20)).toEqual([]);
});

function withOneCoffee(): ShopHistory {
  const history = new ShopHistory();
  history.sendAdd("first");
  history.acknowledgeAdd("first", id, 10);
  return history;
}

function coffee(_id: string, text: string): Coffee {
  const texts = { name: text, chef: text, supplier: text, taste: text, category: text, details: text, photo: text };
  return { _id, ...texts, price: "1" };
}
