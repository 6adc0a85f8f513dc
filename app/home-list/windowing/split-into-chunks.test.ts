import { expect, test } from "vitest";
import { emptyFields, type Coffee } from "../../../catalogue/coffee.ts";
import { splitIntoChunks } from "./split-into-chunks.ts";
import { chunkSize } from "../../list/coffees-in-document.ts";

const coffee = (number: number): Coffee => ({ _id: String(number), ...emptyFields });
const list = Array.from({ length: 10 * chunkSize + 5 }, (_, number) => coffee(number));
const chunks = splitIntoChunks(list, []);

/** The index in the list of a coffee in the middle of a chunk. */
const middleOf = (chunk: number) => (chunk + 0.5) * chunkSize;

/** The indexes of the chunks that are not the same objects as before. */
const changed = (after: readonly unknown[], before: readonly unknown[] = chunks) =>
  after.flatMap((chunk, number) => (before.includes(chunk) ? [] : [number]));

test("a list is cut into chunks of one size, and a rest", () => {
  expect(chunks.map(({ length }) => length)).toEqual([...Array.from({ length: 10 }, () => chunkSize), 5]);
  expect(chunks.flat()).toEqual(list);
  expect(splitIntoChunks([], [])).toEqual([]);
});

test.for<[string, readonly Coffee[], readonly number[]]>([
  ["the same list", list, []],
  ["an edit", list.with(middleOf(2), coffee(middleOf(2))), [2]],
  ["a delete in the middle", list.toSpliced(middleOf(4), 1), [4]],
  ["a delete at the very start", list.slice(1), [0]],
  ["a delete at the very end", list.slice(0, -1), [10]],
  ["an add at the end", [...list, coffee(-1)], [10]],
  ["a coffee that comes back at the very start", [coffee(-1), ...list], [0]],
  ["a coffee that comes back within a chunk", list.toSpliced(middleOf(1), 0, coffee(-1)), [1]],
  ["a coffee that comes back between two chunks", list.toSpliced(2 * chunkSize, 0, coffee(-1)), [1]],
  ["two deletes in two chunks", list.toSpliced(middleOf(4), 1).toSpliced(middleOf(1), 1), [1, 2, 3, 4]],
])("after %s, all chunks outside the changed range stay the same", ([, coffees, numbers]) => {
  const after = splitIntoChunks(coffees, chunks);
  expect(after.flat()).toEqual(coffees);
  expect(changed(after)).toEqual(numbers);
});

test("an emptied chunk disappears, and an empty list has no chunks", () => {
  const after = splitIntoChunks(list.toSpliced(chunkSize, chunkSize), chunks);
  expect(after).toHaveLength(10);
  expect(changed(after)).toEqual([]);
  expect(splitIntoChunks([], chunks)).toEqual([]);
});

test("a growing chunk is split before it exceeds 1.5 times the chunk size", () => {
  let after = chunks;
  let coffees: readonly Coffee[] = list;
  for (let number = 1; number <= 4 * chunkSize; number += 1) {
    coffees = [...coffees, coffee(-number)];
    after = splitIntoChunks(coffees, after);
  }
  expect(after.flat()).toEqual(coffees);
  expect(Math.max(...after.map(({ length }) => length))).toBeLessThanOrEqual(chunkSize * 1.5);
  expect(after.length).toBeLessThan(18);
});

test("a different list is split again", () => {
  const other = list.map(({ _id }) => coffee(Number(_id)));
  const after = splitIntoChunks(other, chunks.slice(0, 4));
  expect(after.flat()).toEqual(other);
  expect(after.map(({ length }) => length)).toEqual(chunks.map(({ length }) => length));
});
