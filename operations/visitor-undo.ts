import type { ChangeSelection, ChangeSummary, CoffeeStore } from "../catalogue/coffee-store.ts";

/** How much one undo may cover at most; it covers the newest change in any case. */
export type UndoLimits = Readonly<{ changes: number; points: number; bytes: number }>;

/** What undoing these changes costs, of which each limit counts a part. */
export type UndoCost = Readonly<{ points: number; bytes: number }>;

/** Changes of one visitor that one undo covers, newest first, and whether there are older ones left. */
export type UndoBatch = Readonly<{ changes: readonly ChangeSummary[]; hasMore: boolean }>;

const readAtOnce = 1_000;

/**
 * The newest changes of a selection that are not undone, as many as `limits` allow. What undid another change of the
 * selection is left out: undone in turn, it would bring that one back.
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
