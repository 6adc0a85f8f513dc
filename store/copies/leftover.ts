import type { Version } from "../../catalogue/log/change.ts";
import type { CoffeeStore, Move, Moves } from "../../catalogue/coffee-store.ts";

/**
 * Whether the data in the target of a move can be deleted without loss. That holds for an earlier copy from the same
 * source that never became the shop, and for a shop that moved to `source`, which has all its changes.
 */
export async function isLeftover(
  { moves: { to, from }, end }: Readonly<{ moves: Moves; end: Version }>,
  move: Move,
  source: CoffeeStore,
): Promise<boolean> {
  if (from?.isDone === false) return from.place === move.place;
  if (!to?.isDone || to.place !== move.place) return false;
  if (end.number === 0) return true;
  const [change] = await source.changes(end.number - 1, 1);
  return change?.hash === end.hash;
}
