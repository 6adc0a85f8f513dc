import { coffeeFields, emptyFields, type CoffeeField } from "./coffee.ts";
import type { Change } from "./change.ts";
import { exactFields, type ExactFields } from "./exact-coffee.ts";

/*
 * To undo changes is to ask what a coffee would be had they never been made. A change counts for the fields that it
 * changed and for whether there is a coffee at all; an undo counts for nothing of its own, but takes its change out of
 * the count, until it is undone itself. See decision 0010.
 */

/** One change that takes another back. */
export type UndoStep = Readonly<{ undoes: number; before: ExactFields | null; after: ExactFields | null }>;

/** What of a change stays, since somebody wrote it again later. */
export type Kept = Readonly<{ change: number; fields: readonly CoffeeField[] }>;

export type UndoPlan = Readonly<{ steps: readonly UndoStep[]; kept: readonly Kept[] }>;

/**
 * How to take back `taken` of one coffee, whose whole `history` is given oldest first. The newest goes first, so each step
 * starts where the one before ended. A change that makes no difference any more gets no step, unless the log would
 * otherwise come to something else than what is planned. A coffee that somebody changed after it was added stays as it is
 * when its adding is taken back.
 */
export function planUndo(history: readonly Change[], taken: ReadonlySet<number>): UndoPlan {
  const counted = history.map((change) => ({ ...change, fields: changedFields(change) }));
  const gone = new Set<number>();
  const every: UndoStep[] = [];
  const kept: Kept[] = [];
  let before = history.at(-1)?.after ?? null;
  for (const change of counted.filter(({ number }) => taken.has(number)).toReversed()) {
    const isTakenBack = !standing(history, gone).has(change.number);
    const isAnswered = change.undoes !== null && taken.has(change.undoes);
    if (isTakenBack || isAnswered) continue;
    const { state, writers } = replay(counted, new Set([...gone, change.number]));
    const fields = change.fields.filter((field) => (writers.get(field) ?? 0) > change.number);
    if (fields.length > 0) kept.push({ change: change.number, fields });
    if (isAdding(change) && state) continue;
    gone.add(change.number);
    if (before || state) every.push({ undoes: change.number, before, after: state });
    before = state;
  }
  const steps = every.filter((step) => !isSame(step.before, step.after));
  const told = replay(counted, new Set(steps.map(({ undoes }) => undoes)));
  return { steps: isSame(told.state, before) ? steps : every, kept };
}

/** The numbers of the changes in a coffee's `history` that count: not undone, or undone by what was undone itself. */
export function standing(history: readonly Change[], gone: ReadonlySet<number> = new Set()): Set<number> {
  const undone = new Set(gone);
  const stands = new Set<number>();
  for (const { number, undoes } of history.toReversed()) {
    if (undone.has(number)) continue;
    stands.add(number);
    if (undoes !== null) undone.add(undoes);
  }
  return stands;
}

/** The fields that a change gave another value; all of them where it added a coffee, none where it removed one. */
export function changedFields({ before, after }: Pick<Change, "before" | "after">): CoffeeField[] {
  return coffeeFields.filter((field) => after && text(before?.[field]) !== text(after[field]));
}

/** A change, and the fields that it changed. */
type CountedChange = Change & Readonly<{ fields: readonly CoffeeField[] }>;

/** What the changes that count add up to without those in `gone`, and which of them wrote each field last. */
function replay(history: readonly CountedChange[], gone: ReadonlySet<number>) {
  const stands = standing(history, gone);
  const writers = new Map<CoffeeField, number>();
  let fields: ExactFields = exactFields(emptyFields);
  let isThere = false;
  for (const change of history) {
    if (!stands.has(change.number) || change.undoes !== null) continue;
    isThere = change.after !== null;
    if (!change.after) continue;
    for (const field of change.fields) writers.set(field, change.number);
    fields = { ...fields, ...Object.fromEntries(change.fields.map((field) => [field, change.after?.[field]])) };
  }
  return { state: isThere ? fields : null, writers };
}

function isAdding({ action, undoes }: Change): boolean {
  return action === "add" && undoes === null;
}

function isSame(one: ExactFields | null, other: ExactFields | null): boolean {
  return text(one) === text(other);
}

/** Exact to the digits of a price. */
function text(value: unknown): string | undefined {
  return JSON.stringify(value);
}
