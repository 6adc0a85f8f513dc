import { expect, test } from "vitest";
import type { ListChange } from "../../list-cache/list-change.ts";
import { EventBuffer } from "./event-buffer.ts";

const change = (number: number, byteLength = 2): ListChange => ({
  number,
  action: "add",
  coffeeId: "1",
  coffee: { text: "{}", byteLength },
});
const changes = (from: number, to: number, byteLength?: number) =>
  Array.from({ length: to - from + 1 }, (_, place) => change(from + place, byteLength));

test("the buffer keeps the last 1,000 changes, or fewer if they take more than 8 MB", () => {
  const recent = new EventBuffer();
  recent.append(changes(1, 1_200));
  expect([recent.start, recent.newest, recent.at(200), recent.at(201)?.number]).toEqual([200, 1_200, undefined, 201]);
  expect([199, 200, 1_200, 1_201].map((number) => recent.reaches(number))).toEqual([false, true, true, false]);
  recent.append(changes(1_201, 1_400, 100_000));
  expect(recent.start).toBe(1_320);
  recent.append([change(1_401, 9_000_000)]);
  expect([recent.start, recent.at(1_401)?.number]).toEqual([1_400, 1_401]);
});

test("the event of a change is encoded once for all listeners", () => {
  const recent = new EventBuffer();
  recent.append(changes(1, 1));
  expect(recent.at(1)?.bytes.toString()).toBe('id: 1\ndata: {"number":1,"action":"add","coffee":{}}\n\n');
  expect(recent.at(1)?.bytes).toBe(recent.at(1)?.bytes);
});

test("older changes can be put in front only without a gap", () => {
  const recent = new EventBuffer();
  recent.reset(10);
  recent.append(changes(11, 12));
  recent.prepend(changes(5, 9));
  expect(recent.start).toBe(10);
  recent.prepend(changes(5, 10));
  expect([recent.start, recent.newest, recent.at(5)?.number, recent.at(12)?.number]).toEqual([4, 12, 5, 12]);
});

test("when the catalogue is loaded again, listeners must load the list again", () => {
  const recent = new EventBuffer();
  let news = 0;
  recent.watch(() => (news += 1));
  recent.append(changes(1, 3));
  const { age } = recent;
  recent.reset(2);
  expect([recent.newest, recent.start, recent.at(2), recent.age === age, news]).toEqual([2, 2, undefined, false, 2]);
});
