import type { ChangeSelection, ChangeSummary, CoffeeStore } from "../../catalogue/coffee-store.ts";

/** Limits of one undo. It always covers the newest change. */
export type UndoLimits = Readonly<{ changes: number; points: number; bytes: number }>;

/** The cost of undoing a change, in the units of the limits. */
export type UndoCost = Readonly<{ points: number; bytes: number }>;

/** The changes of one visitor that one undo covers, newest first, and whether older ones are left. */
export type UndoBatch = Readonly<{ changes: readonly ChangeSummary[]; hasMore: boolean }>;

const readAtOnce = 1_000;

/**
 * The newest changes of a selection that are not undone, within `limits`. Undos of other changes in the selection are
 * left out, because undoing those would bring the changes back.
 */
export async function selectForUndo(
  store: CoffeeStore,
  selection: ChangeSelection,
  limits: UndoLimits,
  costOf: (change: ChangeSummary) => UndoCost,
): Promise<UndoBatch> {
  const changes: ChangeSummary[] = [];
  let [points, bytes] = [0, 0];
  for (let { before } = selection; ;) {
    const page = await store.summarise({ ...selection, ...(before !== undefined && { before }) }, readAtOnce);
    const targets = page.flatMap(({ undoes, isUndone }) => (undoes === null || isUndone ? [] : [undoes]));
    const found = targets.length > 0 ? await store.summarise({ ...selection, numbers: targets }, readAtOnce) : [];
    const own = new Set(found.map(({ number }) => number));
    for (const change of page) {
      if (change.isUndone || (change.undoes !== null && own.has(change.undoes))) continue;
      const cost = costOf(change);
      points += cost.points;
      bytes += cost.bytes;
      const fits = changes.length < limits.changes && points <= limits.points && bytes <= limits.bytes;
      if (changes.length > 0 && !fits) return { changes, hasMore: true };
      changes.push(change);
    }
    before = page.at(-1)?.number;
    if (page.length < readAtOnce) return { changes, hasMore: false };
  }
}
