import type { PreparedCoffee } from "./prepared-coffee.ts";
import { Segment } from "./segment.ts";

/** About 70 KB of usual coffees: little enough to build in a fraction of a millisecond, enough to compress well. */
const coffeesPerSegment = 128;
/** Segments of large coffees have fewer: changing one coffee rebuilds its whole segment. */
const bytesPerSegment = 262_144;
/** A segment with fewer coffees is merged with its neighbour, if both fit into one. */
const coffeesAtLeast = 32;

type Stretch = readonly PreparedCoffee[];

/**
 * All coffees in order, in segments. A list never changes: `with` makes another one, which shares every unchanged
 * segment.
 */
export class SegmentedList {
  /** At least one segment, which is empty if there are no coffees. */
  readonly segments: readonly Segment[];

  private constructor(segments: readonly Segment[]) {
    this.segments = segments;
  }

  /** `coffees` are in the order of their places. */
  static of(coffees: Stretch): SegmentedList {
    return new SegmentedList(segmentsOf(cut(coffees), []));
  }

  /** Returns a list with these edits, by place: a coffee is added or replaces the one there, undefined removes it. */
  with(edits: ReadonlyMap<number, PreparedCoffee | undefined>): SegmentedList {
    const editsOf = Map.groupBy(edits, ([place]) => this.#segmentAt(place));
    const stretches = this.segments.flatMap(({ coffees }, at) => {
      const here = editsOf.get(at);
      return here ? cut(edited(coffees, new Map(here))) : [coffees];
    });
    return new SegmentedList(segmentsOf(joined(stretches), this.segments));
  }

  /** The first coffees: at most `count`, and at most `bytes` together, but at least one. */
  first(count: number, bytes: number): PreparedCoffee[] {
    const first: PreparedCoffee[] = [];
    let room = bytes;
    for (const coffee of this.segments.values().flatMap(({ coffees }) => coffees)) {
      room -= coffee.byteLength;
      if (first.length >= count || (room < 0 && first.length > 0)) break;
      first.push(coffee);
    }
    return first;
  }

  /** The first coffee after a place that fulfils `isMeant`; undefined if there is none. */
  firstBehind(place: number, isMeant: (coffee: PreparedCoffee) => boolean): PreparedCoffee | undefined {
    for (let at = this.#segmentAt(place); at < this.segments.length; at++) {
      const found = this.segments[at]?.coffees.find((coffee) => coffee.place > place && isMeant(coffee));
      if (found) return found;
    }
    return undefined;
  }

  /** The index of the last segment that begins at or before this place; 0 if there is none. */
  #segmentAt(place: number): number {
    let [low, high] = [0, this.segments.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.segments[middle]?.coffees[0]?.place ?? 0) <= place) low = middle;
      else high = middle - 1;
    }
    return low;
  }
}

function edited(coffees: Stretch, edits: ReadonlyMap<number, PreparedCoffee | undefined>): Stretch {
  const others = coffees.filter(({ place }) => !edits.has(place));
  const written = [...edits.values()].filter((coffee) => coffee !== undefined);
  return [...others, ...written].toSorted((one, other) => one.place - other.place);
}

function cut(coffees: Stretch): Stretch[] {
  const stretches: Stretch[] = [];
  let start = 0;
  let bytes = 0;
  for (const [at, { byteLength }] of coffees.entries()) {
    bytes += byteLength;
    if (at === start || (at - start < coffeesPerSegment && bytes <= bytesPerSegment)) continue;
    stretches.push(coffees.slice(start, at));
    start = at;
    bytes = byteLength;
  }
  if (start < coffees.length) stretches.push(coffees.slice(start));
  return stretches;
}

function joined(stretches: readonly Stretch[]): Stretch[] {
  const result: Stretch[] = [];
  for (const stretch of stretches) {
    const before = result.at(-1);
    const isSmall = before && Math.min(before.length, stretch.length) < coffeesAtLeast;
    if (isSmall && fit(before, stretch)) result[result.length - 1] = [...before, ...stretch];
    else result.push(stretch);
  }
  return result;
}

function fit(one: Stretch, other: Stretch): boolean {
  return one.length + other.length <= coffeesPerSegment && bytesOf(one) + bytesOf(other) <= bytesPerSegment;
}

function bytesOf(coffees: Stretch): number {
  return coffees.reduce((sum, { byteLength }) => sum + byteLength, 0);
}

/** The segments of a list; those of `known` that are the same are reused. */
function segmentsOf(stretches: readonly Stretch[], known: readonly Segment[]): Segment[] {
  const knownBy = new Map(known.map((segment) => [segment.coffees, segment]));
  const all = stretches.length > 0 ? stretches : [[]];
  return all.map((coffees, at) => {
    const ends = { isFirst: at === 0, isLast: at === all.length - 1 };
    const same = knownBy.get(coffees);
    const stays = same && same.ends.isFirst === ends.isFirst && same.ends.isLast === ends.isLast;
    return stays ? same : new Segment(coffees, ends);
  });
}
