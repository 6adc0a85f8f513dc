import { describe, expect, test } from "vitest";
import { fieldMask } from "./change.ts";
import { emptyFields, type CoffeeFields } from "../coffee.ts";
import { coffeeText, type CoffeeText } from "../coffee-text.ts";
import { mostEntries, planUndo, readStates, effectiveChanges, type HistoryEntry, type StateAfter } from "./undo.ts";

/** A latte at 10 Taka, with some fields replaced. */
function latte(fields: Partial<CoffeeFields> = {}): CoffeeText {
  return coffeeText({ ...emptyFields, name: "latte", price: "10", ...fields });
}

type LoggedState = HistoryEntry & Readonly<{ after: CoffeeText | null }>;

/** A coffee's log. Each line is its state after a change, or that and the number of the change that it undoes. */
function historyOf(...lines: readonly (CoffeeText | null | readonly [CoffeeText | null, number])[]): LoggedState[] {
  const history: LoggedState[] = [];
  for (const line of lines) {
    const [after, undoes] = typeof line === "object" && line !== null ? line : [line, null];
    const before = history.at(-1)?.after ?? null;
    const action = before ? (after ? "replace" : "remove") : "add";
    history.push({ number: history.length + 1, action, undoes, fields: fieldMask(before, after), after });
  }
  return history;
}

function statesIn(history: readonly LoggedState[]): StateAfter {
  return (number) => history[number - 1]?.after ?? null;
}

/** The result of an undo: the state at its end, the changes that got a step, and the fields that stay. */
function undone(history: readonly LoggedState[], ...targets: readonly number[]) {
  const { steps, kept } = planUndo(history, new Set(targets), statesIn(history));
  const before = history.at(-1)?.after ?? null;
  let state = before;
  for (const step of steps) {
    expect(step.before).toBe(state);
    state = step.after;
  }
  return {
    state,
    steps: steps.map(({ undoes }) => undoes),
    kept: Object.fromEntries(kept.map((one) => [one.change, one.fields])),
  };
}

describe("one change undone", () => {
  test("a delete: the coffee is there again, to the digit", () => {
    const priced = latte().replace('"10"', "250.00");
    const history = historyOf(priced, null);
    const { steps, kept } = planUndo(history, new Set([2]), statesIn(history));
    expect(steps).toEqual([{ undoes: 2, before: null, after: priced }]);
    expect(kept).toEqual([]);
  });

  test("an add: the coffee is gone", () => {
    expect(undone(historyOf(latte()), 1)).toEqual({ state: null, steps: [1], kept: {} });
  });

  test("an edit: the fields that it changed are what they were", () => {
    const history = historyOf(latte(), latte({ price: "99", taste: "spam" }));
    expect(undone(history, 2)).toEqual({ state: latte(), steps: [2], kept: {} });
  });

  test("an edit with a later one of other fields: those stay", () => {
    const history = historyOf(latte(), latte({ price: "99" }), latte({ price: "99", chef: "Nusrat" }));
    expect(undone(history, 2)).toEqual({ state: latte({ chef: "Nusrat" }), steps: [2], kept: {} });
  });

  test("an edit with a later one of a field of it: that field stays, and is named", () => {
    const history = historyOf(latte(), latte({ price: "99", taste: "spam" }), latte({ price: "12", taste: "spam" }));
    expect(undone(history, 2)).toEqual({ state: latte({ price: "12" }), steps: [2], kept: { 2: ["price"] } });
  });

  test("an edit whose value somebody set again on purpose: it stays", () => {
    const history = historyOf(latte(), latte({ price: "99" }), latte({ price: "12" }), latte({ price: "99" }));
    expect(undone(history, 2)).toEqual({ state: latte({ price: "99" }), steps: [], kept: { 2: ["price"] } });
  });

  test("an edit of a coffee that was deleted since: nothing", () => {
    const history = historyOf(latte(), latte({ price: "99" }), null);
    expect(undone(history, 2)).toEqual({ state: null, steps: [], kept: {} });
  });

  test("an add that somebody changed since: it stays as it is, and what was changed is named", () => {
    const history = historyOf(latte(), latte({ price: "12" }));
    expect(undone(history, 1)).toEqual({ state: latte({ price: "12" }), steps: [], kept: { 1: ["price"] } });
  });

  test("a delete that is undone already: nothing", () => {
    const history = historyOf(latte(), null, [latte(), 2], latte({ price: "12" }));
    expect(undone(history, 2)).toEqual({ state: latte({ price: "12" }), steps: [], kept: {} });
  });

  test("a delete, when the coffee was deleted once more: it stays gone", () => {
    const history = historyOf(latte(), null, [latte(), 2], null);
    expect(undone(history, 2)).toEqual({ state: null, steps: [], kept: {} });
    expect(undone(history, 4)).toEqual({ state: latte(), steps: [4], kept: {} });
  });
});

describe("an undo undone", () => {
  test("of a delete: the coffee is gone again", () => {
    const history = historyOf(latte(), null, [latte(), 2]);
    expect(undone(history, 3)).toEqual({ state: null, steps: [3], kept: {} });
  });

  test("of an edit: the edit is back", () => {
    const history = historyOf(latte(), latte({ price: "99" }), [latte(), 2]);
    expect(undone(history, 3).state).toEqual(latte({ price: "99" }));
  });

  test("of an undo of an undo", () => {
    const history = historyOf(latte(), latte({ price: "99" }), [latte(), 2], [latte({ price: "99" }), 3]);
    expect(undone(history, 4).state).toEqual(latte());
    expect(undone(history, 2).state).toEqual(latte());
  });

  test("of a delete, with a later edit: the coffee stays", () => {
    const history = historyOf(latte(), null, [latte(), 2], latte({ price: "12" }));
    expect(undone(history, 3)).toEqual({ state: latte({ price: "12" }), steps: [], kept: { 3: ["price"] } });
  });
});

describe("many changes undone at once", () => {
  test("two edits of one field: what was there before both", () => {
    const history = historyOf(latte(), latte({ price: "99" }), latte({ price: "98" }));
    expect(undone(history, 2, 3)).toEqual({ state: latte(), steps: [3, 2], kept: {} });
  });

  test("the same two, one after the other in two actions", () => {
    const history = historyOf(latte(), latte({ price: "99" }), latte({ price: "98" }), [latte({ price: "99" }), 3]);
    expect(undone(history, 2)).toEqual({ state: latte(), steps: [2], kept: {} });
  });

  test("edits around one of somebody else: that one stays", () => {
    const history = historyOf(latte(), latte({ price: "99" }), latte({ price: "12" }), latte({ price: "98" }));
    expect(undone(history, 2, 4)).toEqual({ state: latte({ price: "12" }), steps: [4], kept: { 2: ["price"] } });
  });

  test("an edit and a delete, after somebody brought the coffee back: the coffee is what it was before the edit", () => {
    const spam = latte({ name: "spam" });
    expect(undone(historyOf(latte(), spam, null, [spam, 3]), 2, 3)).toEqual({ state: latte(), steps: [2], kept: {} });
  });

  test("a change and its own undo: nothing, for they make no difference", () => {
    const history = historyOf(latte(), latte({ price: "99" }), [latte(), 2]);
    expect(undone(history, 2, 3)).toEqual({ state: latte(), steps: [], kept: {} });
  });

  test("an edit that makes no difference any more gets a step where the log would otherwise keep the coffee by it", () => {
    const edited = latte({ taste: "spam" });
    const history = historyOf(latte(), latte({ price: "99", taste: "spam" }), edited, [latte(), 2]);
    expect(undone(history, 1, 3)).toEqual({ state: null, steps: [3, 1], kept: {} });
  });

  test("all of a coffee: it is gone", () => {
    const history = historyOf(latte(), latte({ price: "99" }), null, [latte({ price: "99" }), 3]);
    expect(undone(history, 1, 2, 3, 4).state).toBeNull();
  });
});

test("a change counts unless it is undone, and counts again once that is undone", () => {
  const history = historyOf(latte(), latte({ price: "9" }), [latte(), 2], [latte({ price: "9" }), 3], [latte(), 4]);
  expect(effectiveChanges(history)).toEqual(new Set([1, 3, 5]));
});

test("an undo among ten thousand edits reads the states of a few changes, and comes to the same with those alone", async () => {
  const edits = Array.from({ length: 10_000 }, (_, at) => latte({ chef: "Nusrat", details: String(at) }));
  const history = historyOf(latte(), latte({ chef: "Nusrat" }), ...edits);
  const read: number[] = [];
  const plan = (states: StateAfter) => planUndo(history, new Set([2]), states);
  const stateAfter = await readStates(plan, async (numbers) => {
    read.push(...numbers);
    return numbers.map((number) => [number, statesIn(history)(number)] as const);
  });
  expect(read.length).toBeLessThan(10);
  expect(plan(stateAfter)).toEqual(plan(statesIn(history)));
  expect(plan(stateAfter).steps).toHaveLength(1);
});

test("each state is read once, however many steps ask for it", () => {
  const history = historyOf(latte(), latte({ price: "99" }), latte({ price: "98", taste: "spam" }), latte());
  const read: number[] = [];
  planUndo(history, new Set([2, 3, 4]), (number) => {
    read.push(number);
    return statesIn(history)(number);
  });
  expect(read.toSorted((a, b) => a - b)).toEqual([...new Set(read)].toSorted((a, b) => a - b));
});

test("which states are read may depend on earlier ones, and a missing state is null", async () => {
  const edited = latte({ taste: "spam" });
  const history = historyOf(edited, latte({ price: "11" }), latte({ price: "11", taste: "spam" }), [edited, 2]);
  const plan = (states: StateAfter) => planUndo(history, new Set([2, 3, 4]), states);
  const readNumbers: (readonly number[])[] = [];
  const stateAfter = await readStates(plan, async (numbers) => {
    readNumbers.push(numbers);
    return numbers.map((number) => [number, statesIn(history)(number)] as const);
  });
  expect(plan(stateAfter)).toEqual(plan(statesIn(history)));
  expect(readNumbers.flat().length).toBe(new Set(readNumbers.flat()).size);
  const withoutAny = await readStates(plan, async () => []);
  expect(withoutAny(1)).toBeNull();
});

test("an undo of a thousand changes of a thousand is made, and so is one in the longest history", () => {
  const history = historyOf(latte(), ...Array.from({ length: 999 }, (_, at) => latte({ details: String(at) })));
  const numbers = history.map(({ number }) => number);
  expect(undone(history, ...numbers)).toEqual({ state: null, steps: numbers.toReversed(), kept: {} });
  const entry: HistoryEntry = { number: 1, action: "replace", undoes: null, fields: 1 };
  const longest = Array.from({ length: mostEntries }, (_, at) => ({ ...entry, number: at + 1 }));
  const { steps } = planUndo(longest, new Set([mostEntries]), (number) => latte({ name: String(number) }));
  expect(steps).toHaveLength(1);
});

test("an undo that would block other visitors is refused", () => {
  const history = historyOf(latte(), ...Array.from({ length: 2_000 }, (_, at) => latte({ details: String(at) })));
  const numbers = history.map(({ number }) => number);
  expect(() => planUndo(history, new Set(numbers), statesIn(history))).toThrow(
    expect.objectContaining({ code: "undo-too-large" }),
  );
  const entry: HistoryEntry = { number: 1, action: "replace", undoes: null, fields: 1 };
  const endless = Array.from({ length: mostEntries + 1 }, (_, at) => ({ ...entry, number: at + 1 }));
  expect(() => planUndo(endless, new Set([1]), () => latte())).toThrow(
    expect.objectContaining({ code: "undo-too-large" }),
  );
});
