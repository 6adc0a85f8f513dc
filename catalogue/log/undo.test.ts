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

/** A coffee's log. Each line is its state after a change. An undo has the number of the undone change as well. */
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

describe("undo of one change", () => {
  test("undoing a delete restores the coffee, with every digit of its price", () => {
    const priced = latte().replace('"10"', "250.00");
    const history = historyOf(priced, null);
    const { steps, kept } = planUndo(history, new Set([2]), statesIn(history));
    expect(steps).toEqual([{ undoes: 2, before: null, after: priced }]);
    expect(kept).toEqual([]);
  });

  test("undoing an add removes the coffee", () => {
    expect(undone(historyOf(latte()), 1)).toEqual({ state: null, steps: [1], kept: {} });
  });

  test("undoing an edit restores the earlier values of its fields", () => {
    const history = historyOf(latte(), latte({ price: "99", taste: "spam" }));
    expect(undone(history, 2)).toEqual({ state: latte(), steps: [2], kept: {} });
  });

  test("undoing an edit keeps later edits of other fields", () => {
    const history = historyOf(latte(), latte({ price: "99" }), latte({ price: "99", chef: "Nusrat" }));
    expect(undone(history, 2)).toEqual({ state: latte({ chef: "Nusrat" }), steps: [2], kept: {} });
  });

  test("undoing an edit keeps, and names, a field that was edited again later", () => {
    const history = historyOf(latte(), latte({ price: "99", taste: "spam" }), latte({ price: "12", taste: "spam" }));
    expect(undone(history, 2)).toEqual({ state: latte({ price: "12" }), steps: [2], kept: { 2: ["price"] } });
  });

  test("undoing an edit keeps its value if somebody set it again later", () => {
    const history = historyOf(latte(), latte({ price: "99" }), latte({ price: "12" }), latte({ price: "99" }));
    expect(undone(history, 2)).toEqual({ state: latte({ price: "99" }), steps: [], kept: { 2: ["price"] } });
  });

  test("undoing an edit of a coffee that was deleted later does nothing", () => {
    const history = historyOf(latte(), latte({ price: "99" }), null);
    expect(undone(history, 2)).toEqual({ state: null, steps: [], kept: {} });
  });

  test("undoing an add keeps a coffee that was edited later, and names the edited fields", () => {
    const history = historyOf(latte(), latte({ price: "12" }));
    expect(undone(history, 1)).toEqual({ state: latte({ price: "12" }), steps: [], kept: { 1: ["price"] } });
  });

  test("undoing a delete that is already undone does nothing", () => {
    const history = historyOf(latte(), null, [latte(), 2], latte({ price: "12" }));
    expect(undone(history, 2)).toEqual({ state: latte({ price: "12" }), steps: [], kept: {} });
  });

  test("if a coffee was deleted twice, only undoing the second delete restores it", () => {
    const history = historyOf(latte(), null, [latte(), 2], null);
    expect(undone(history, 2)).toEqual({ state: null, steps: [], kept: {} });
    expect(undone(history, 4)).toEqual({ state: latte(), steps: [4], kept: {} });
  });
});

describe("undo of an undo", () => {
  test("undoing the undo of a delete deletes the coffee again", () => {
    const history = historyOf(latte(), null, [latte(), 2]);
    expect(undone(history, 3)).toEqual({ state: null, steps: [3], kept: {} });
  });

  test("undoing the undo of an edit makes the edit again", () => {
    const history = historyOf(latte(), latte({ price: "99" }), [latte(), 2]);
    expect(undone(history, 3).state).toEqual(latte({ price: "99" }));
  });

  test("an edit that an undo restored can be undone again", () => {
    const history = historyOf(latte(), latte({ price: "99" }), [latte(), 2], [latte({ price: "99" }), 3]);
    expect(undone(history, 4).state).toEqual(latte());
    expect(undone(history, 2).state).toEqual(latte());
  });

  test("undoing the undo of a delete keeps the coffee if it was edited later", () => {
    const history = historyOf(latte(), null, [latte(), 2], latte({ price: "12" }));
    expect(undone(history, 3)).toEqual({ state: latte({ price: "12" }), steps: [], kept: { 3: ["price"] } });
  });
});

describe("undo of several changes at once", () => {
  test("undoing two edits of a field restores the value before both", () => {
    const history = historyOf(latte(), latte({ price: "99" }), latte({ price: "98" }));
    expect(undone(history, 2, 3)).toEqual({ state: latte(), steps: [3, 2], kept: {} });
  });

  test("undoing two edits of a field one after the other restores the same value", () => {
    const history = historyOf(latte(), latte({ price: "99" }), latte({ price: "98" }), [latte({ price: "99" }), 3]);
    expect(undone(history, 2)).toEqual({ state: latte(), steps: [2], kept: {} });
  });

  test("undoing the edits before and after somebody else's edit keeps that edit", () => {
    const history = historyOf(latte(), latte({ price: "99" }), latte({ price: "12" }), latte({ price: "98" }));
    expect(undone(history, 2, 4)).toEqual({ state: latte({ price: "12" }), steps: [4], kept: { 2: ["price"] } });
  });

  test("undoing an edit and a delete of a restored coffee restores the text before the edit", () => {
    const spam = latte({ name: "spam" });
    expect(undone(historyOf(latte(), spam, null, [spam, 3]), 2, 3)).toEqual({ state: latte(), steps: [2], kept: {} });
  });

  test("undoing a change together with its own undo does nothing", () => {
    const history = historyOf(latte(), latte({ price: "99" }), [latte(), 2]);
    expect(undone(history, 2, 3)).toEqual({ state: latte(), steps: [], kept: {} });
  });

  test("an edit without effect gets a step if the log would otherwise keep the coffee", () => {
    const edited = latte({ taste: "spam" });
    const history = historyOf(latte(), latte({ price: "99", taste: "spam" }), edited, [latte(), 2]);
    expect(undone(history, 1, 3)).toEqual({ state: null, steps: [3, 1], kept: {} });
  });

  test("undoing all changes of a coffee removes it", () => {
    const history = historyOf(latte(), latte({ price: "99" }), null, [latte({ price: "99" }), 3]);
    expect(undone(history, 1, 2, 3, 4).state).toBeNull();
  });
});

test("a change counts unless it is undone, and counts again once that is undone", () => {
  const history = historyOf(latte(), latte({ price: "9" }), [latte(), 2], [latte({ price: "9" }), 3], [latte(), 4]);
  expect(effectiveChanges(history)).toEqual(new Set([1, 3, 5]));
});

test("an undo among ten thousand edits reads fewer than ten states, with the same result", async () => {
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

test("the states to read may depend on those read before, and a missing state is null", async () => {
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

test("an undo of a thousand changes works, and so does one in the longest allowed history", () => {
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
