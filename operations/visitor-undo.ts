import type { ChangeSelection, ChangeSummary, CoffeeStore } from "../catalogue/coffee-store.ts";

/** What one undo may take back at most; the newest change is taken in any case. */
export type UndoLimits = Readonly<{ changes: number; points: number; bytes: number }>;

/** What taking these changes back costs, of which each limit counts a part. */
export type UndoCost = Readonly<{ points: number; bytes: number }>;

/** Changes of one visitor that one undo takes back, newest first, and whether there are older ones left. */
export type UndoBatch = Readonly<{ changes: readonly ChangeSummary[]; hasMore: boolean }>;

const readAtOnce = 1_000;

/**
 * The newest changes of a selection that are not taken back, as many as `limits` allow. What took back another change of
 * the selection is left out: taken back in turn, it would bring that one again.
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
