import { describe, expect, test } from "vitest";
import { seededRandom, type SeededRandom } from "../../test/seeded-random.ts";
import { describeViolation, findViolation, type Operation, type Read, type Write } from "./linearizability.ts";

const read = (state: string, from: number, to: number): Read => ({ kind: "read", node: "node 1", state, from, to });
const write = (
  expected: string,
  state: string,
  from: number,
  to: number,
  outcome: Write["outcome"] = "made",
): Write => ({ kind: "write", node: "node 2", expected, state, from, to, outcome });

describe("a history is linearizable if", () => {
  test.for<[string, readonly Operation[]]>([
    ["nothing happened", []],
    ["reads follow writes", [read("a", 0, 1), write("a", "b", 2, 3), read("b", 4, 5)]],
    ["a read during a write shows the old or the new state", [write("a", "b", 0, 9), read("a", 1, 2), read("b", 3, 4)]],
    ["an unknown write is never seen", [write("a", "b", 0, Infinity, "unknown"), read("a", 5, 6)]],
    ["an unknown write takes effect late", [write("a", "b", 0, Infinity, "unknown"), read("a", 5, 6), read("b", 7, 8)]],
    [
      "a refused write conflicts with one that was made meanwhile",
      [write("a", "b", 0, 5), write("a", "c", 1, 2, "conflict")],
    ],
  ])("%s", ([, operations]) => {
    expect(findViolation(operations, "a")).toBeUndefined();
  });
});

describe("a history is not linearizable if", () => {
  test.for<[string, string, readonly Operation[]]>([
    ["a read is stale", "b was there, and an older state afterwards", [write("a", "b", 0, 1), read("a", 2, 3)]],
    [
      "a read goes back behind another read",
      "b was there, and an older state afterwards",
      [write("a", "b", 0, 9), read("b", 1, 2), read("a", 3, 4)],
    ],
    [
      "a write is lost",
      "c was there, and an older state afterwards",
      [write("a", "b", 0, 1), write("b", "c", 2, 3), read("b", 4, 5)],
    ],
    ["two writes replaced the same state", "two writes replaced a", [write("a", "b", 0, 1), write("a", "c", 2, 3)]],
    [
      "a write is applied twice",
      "c was there, and an older state afterwards",
      [write("a", "b", 0, Infinity, "unknown"), read("b", 1, 2), write("b", "c", 3, 4), read("b", 5, 6)],
    ],
    ["a refused write is seen", "b was refused, and is there", [write("a", "b", 0, 1, "unmade"), read("b", 2, 3)]],
    ["a read shows what nobody wrote", "nobody wrote x", [read("x", 0, 1)]],
    [
      "a state is seen before it was sent",
      "b was there, and an older state afterwards",
      [read("b", 0, 1), write("a", "b", 2, 3)],
    ],
    [
      "a write is refused for a conflict that there was not",
      "a was there, and nothing has replaced it",
      [write("a", "b", 0, 1, "conflict")],
    ],
    [
      "a conflict comes before the write that it lost to",
      "b was there, and an older state afterwards",
      [write("a", "c", 0, 1, "conflict"), write("a", "b", 2, 3)],
    ],
    ["a write replaced a state that was never there", "nobody wrote x", [write("x", "b", 0, 1)]],
  ])("%s", ([, why, operations]) => {
    expect(findViolation(operations, "a")?.why).toBe(why);
  });
});

describe("where replies may show a write early", () => {
  test("a later read may be older, as long as the write is not acknowledged", () => {
    const operations = [write("a", "b", 0, 9), read("b", 1, 2), read("a", 3, 4)];
    expect(findViolation(operations, "a", true)).toBeUndefined();
  });

  test("no read may be older than an acknowledged write, and none may show what was not sent", () => {
    expect(findViolation([write("a", "b", 0, 1), read("a", 2, 3)], "a", true)?.why).toMatch(
      /an older state afterwards/,
    );
    expect(findViolation([read("b", 0, 1), write("a", "b", 2, 3)], "a", true)?.why).toMatch(/before it was sent/);
  });
});

test("a violation is described by the operations that prove it", () => {
  const violation = findViolation([write("a", "b", 0, 1), read("b", 1.5, 1.75), read("a", 2, 3)], "a");
  expect(violation && describeViolation(violation, "Coffee 1")).toBe(
    `Coffee 1 is not linearizable: b was there, and an older state afterwards
    0.0 to 1.0 ms, node 2: a write of b in place of a, made
    2.0 to 3.0 ms, node 1: a read showed a`,
  );
});

test("the check agrees with a search of all orders, for thousands of small histories", () => {
  const random = seededRandom(7);
  const verdicts = { linearizable: 0, not: 0 };
  for (let count = 0; count < 6_000; count += 1) {
    const operations = randomHistory(random);
    const isLinearizable = hasOrder(operations, "a");
    verdicts[isLinearizable ? "linearizable" : "not"] += 1;
    expect([findViolation(operations, "a") === undefined, operations]).toEqual([isLinearizable, operations]);
  }
  expect(Math.min(verdicts.linearizable, verdicts.not)).toBeGreaterThan(1_000);
});

/** A register's history, in which some replies are wrong. All unknown writes that took effect are seen in the end. */
function randomHistory(random: SeededRandom): Operation[] {
  const operations: Operation[] = [];
  const states = ["a"];
  let now = 0;
  for (let place = 0; place < 6; place += 1) {
    now += 1 + random.below(3);
    const [from, to] = [Math.max(0, now - random.below(6)), now + random.below(6)];
    const current = states.at(-1) ?? "a";
    const other = random.below(4) === 0 ? random.pick(states) : current;
    const state = `w${place}`;
    const kind = random.below(6);
    if (kind < 3) operations.push(read(other, from, to));
    else if (kind === 3 && states.length > 1) operations.push(write(states[0] ?? "a", state, now, to, "conflict"));
    else if (kind === 4) operations.push(write(other, state, from, Infinity, "unknown"));
    else operations.push(write(other, state, from, to));
    if (kind >= 4 && random.below(2) === 0) states.push(state);
  }
  const end = now + 20;
  return [...operations, read(states.at(-1) ?? "a", end, end + 1)];
}

/** Tries every order of the operations that respects their times; a write without a reply may be left out. */
function hasOrder(operations: readonly Operation[], state: string): boolean {
  if (operations.every((each) => each.to === Infinity)) return true;
  const firstEnd = Math.min(...operations.map(({ to }) => to));
  return operations.some((operation, place) => {
    if (operation.from > firstEnd) return false;
    const others = operations.toSpliced(place, 1);
    if (operation.kind === "read") return operation.state === state && hasOrder(others, state);
    const { expected, outcome } = operation;
    if (outcome === "conflict") return expected !== state && hasOrder(others, state);
    if (outcome === "unmade") return hasOrder(others, state);
    return expected === state && hasOrder(others, operation.state);
  });
}
