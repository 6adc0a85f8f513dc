import { fieldsIn, type Action } from "./change.ts";
import { emptyFields } from "../coffee.ts";
import type { CoffeeField } from "../fields.ts";
import { coffeeText, fieldsOf, type CoffeeText } from "../coffee-text.ts";
import { Fault } from "../fault.ts";

/*
 * Undoing changes computes what the coffee would be if they had never been made. A change determines the fields that it
 * changed, and whether the coffee exists. An undo has no content of its own: it only excludes its change, until the
 * undo is undone itself. See decision 0010.
 */

/** A change of one coffee without its texts, as read from a long history. `fields` as in `StoredChange`. */
export type HistoryEntry = Readonly<{ number: number; action: Action; undoes: number | null; fields: number }>;

/** The text of a coffee after the change with this number; null if the change removed it. */
export type StateAfter = (number: number) => CoffeeText | null;

/** One change that undoes another. */
export type UndoStep = Readonly<{ undoes: number; before: CoffeeText | null; after: CoffeeText | null }>;

/** The fields of a change that an undo leaves alone, because they were written again later. */
export type SupersededFields = Readonly<{ change: number; fields: readonly CoffeeField[] }>;

export type UndoPlan = Readonly<{ steps: readonly UndoStep[]; kept: readonly SupersededFields[] }>;

/** Which change last wrote each field. A field without a change is empty. Null if there is no coffee. */
type Writers = ReadonlyMap<CoffeeField, number> | null;

/** A step whose texts are not read yet. */
type Draft = Readonly<{ undoes: number; after: Writers }>;

/**
 * Plans the undo of the changes `targets` of one coffee. `history` is its whole history, oldest first. The newest
 * change is undone first, so each step starts where the one before ended. A change that no longer makes a difference
 * gets no step, unless the log would then result in another coffee than planned. If the target is an add, and someone
 * changed the coffee later, the coffee stays. Reads a few states for each step. Throws `undo-too-large` if the work
 * would block other visitors.
 */
export function planUndo(
  history: readonly HistoryEntry[],
  targets: ReadonlySet<number>,
  readState: StateAfter,
): UndoPlan {
  const { drafts, kept } = draftUndo(history, targets);
  const newest = history.at(-1);
  const states = new Map<number, CoffeeText | null>();
  const stateAfter = (number: number) => {
    const cached = states.get(number);
    const state = cached === undefined ? readState(number) : cached;
    states.set(number, state);
    return state;
  };
  const every: UndoStep[] = [];
  let before = newest ? stateAfter(newest.number) : null;
  for (const { undoes, after: writers } of drafts) {
    const after = writers && stateOf(writers, stateAfter);
    if (before !== null || after !== null) every.push({ undoes, before, after });
    before = after;
  }
  const steps = every.filter((step) => step.before !== step.after);
  const { writers } = replay(history, new Set(steps.map(({ undoes }) => undoes)));
  const replayedText = writers && stateOf(writers, stateAfter);
  return { steps: replayedText === before ? steps : every, kept };
}

/**
 * Finds out which states `plan` reads. Runs it again and again, and reads the missing states in between, until none is
 * missing.
 */
export async function readStates(
  plan: (stateAfter: StateAfter) => void,
  read: (numbers: readonly number[]) => Promise<Iterable<readonly [number, CoffeeText | null]>>,
): Promise<StateAfter> {
  const cached = new Map<number, CoffeeText | null>();
  for (;;) {
    const missing = new Set<number>();
    plan((number) => {
      if (!cached.has(number)) missing.add(number);
      return cached.get(number) ?? null;
    });
    if (missing.size === 0) return (number) => cached.get(number) ?? null;
    for (const number of missing) cached.set(number, null);
    for (const [number, state] of await read([...missing])) cached.set(number, state);
  }
}

/** The most entries that are read of a history. One more is read to detect longer histories. */
export const mostEntries = 200_000;
/** The most work: the number of targets times the length of the history. Takes about a quarter of a second. */
const mostWork = 1_000_000;

function draftUndo(history: readonly HistoryEntry[], targets: ReadonlySet<number>) {
  const changes = history.filter(({ number }) => targets.has(number)).toReversed();
  if (history.length > mostEntries || changes.length * history.length > mostWork) throw new Fault("undo-too-large", {});
  const excluded = new Set<number>();
  const drafts: Draft[] = [];
  const kept: SupersededFields[] = [];
  for (const change of changes) {
    const isUndone = !effectiveChanges(history, excluded).has(change.number);
    const isAnswered = change.undoes !== null && targets.has(change.undoes);
    if (isUndone || isAnswered) continue;
    const { writers, last } = replay(history, new Set([...excluded, change.number]));
    const fields = fieldsIn(change.fields).filter((field) => (last.get(field) ?? 0) > change.number);
    if (fields.length > 0) kept.push({ change: change.number, fields });
    if (isAdding(change) && writers) continue;
    excluded.add(change.number);
    drafts.push({ undoes: change.number, after: writers });
  }
  return { drafts, kept };
}

/** The numbers of the changes that count: those not undone, or whose undo was undone itself. */
export function effectiveChanges(
  history: readonly HistoryEntry[],
  excluded: ReadonlySet<number> = new Set(),
): Set<number> {
  const undone = new Set(excluded);
  const effective = new Set<number>();
  for (const { number, undoes } of history.toReversed()) {
    if (undone.has(number)) continue;
    effective.add(number);
    if (undoes !== null) undone.add(undoes);
  }
  return effective;
}

/** Applies the changes that count, without the excluded ones: which of them last wrote each field. */
function replay(
  history: readonly HistoryEntry[],
  excluded: ReadonlySet<number>,
): Readonly<{ writers: Writers; last: ReadonlyMap<CoffeeField, number> }> {
  const effective = effectiveChanges(history, excluded);
  const last = new Map<CoffeeField, number>();
  let isThere = false;
  for (const { number, action, undoes, fields } of history) {
    if (undoes !== null || !effective.has(number)) continue;
    isThere = action !== "remove";
    for (const field of fieldsIn(fields)) last.set(field, number);
  }
  return { writers: isThere ? last : null, last };
}

function stateOf(writers: ReadonlyMap<CoffeeField, number>, stateAfter: StateAfter): CoffeeText {
  const written = [...writers].map(([field, number]) => {
    const text = stateAfter(number);
    return [field, text === null ? "" : fieldsOf(text)[field]];
  });
  return coffeeText({ ...emptyFields, ...Object.fromEntries(written) });
}

function isAdding({ action, undoes }: HistoryEntry): boolean {
  return action === "add" && undoes === null;
}
