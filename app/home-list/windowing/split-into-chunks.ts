import type { Coffee } from "../../../catalogue/coffee.ts";
import { chunkSize } from "../../list/coffees-in-document.ts";

/** Neighbours in the list. */
export type Chunk = readonly Coffee[];

/** Splits the list into chunks. Reuses the arrays of unchanged chunks in `before`. */
export function splitIntoChunks(coffees: readonly Coffee[], before: readonly Chunk[]): readonly Chunk[] {
  let [first, from] = [0, 0];
  for (const chunk of before) {
    if (!isUnchanged(chunk, coffees, from)) break;
    first += 1;
    from += chunk.length;
  }
  let [last, to] = [before.length, coffees.length];
  // Coffees before the first chunk join it, so that no other chunk changes its number.
  for (const chunk of before.slice(first || 1).reverse()) {
    if (to - chunk.length < from || !isUnchanged(chunk, coffees, to - chunk.length)) break;
    last -= 1;
    to -= chunk.length;
  }
  const neighbour = before[first - 1];
  if (first === last && from < to && neighbour) {
    first -= 1;
    from -= neighbour.length;
  }
  return [...before.slice(0, first), ...cut(coffees.slice(from, to)), ...before.slice(last)];
}

function isUnchanged(chunk: Chunk, coffees: readonly Coffee[], from: number): boolean {
  return chunk.every((coffee, index) => coffee === coffees[from + index]);
}

/** A chunk may grow by half before it is split. */
function cut(coffees: readonly Coffee[]): readonly Chunk[] {
  const size = coffees.length <= chunkSize * 1.5 ? coffees.length : chunkSize;
  return Array.from({ length: Math.ceil(coffees.length / size) || 0 }, (_, number) =>
    coffees.slice(number * size, (number + 1) * size),
  );
}
